// Counts what became of every word that a file shows, and tells a person what
// is missing.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "protocol/account/word_account.h"

namespace answerbox::client {

using protocol::PageAccount;
using protocol::WordAccount;
using protocol::WordFate;

// Compares the text with `document.shown`, the second way of reading. A word is
// lost if it is shown more often than the text and the notes have it. Case,
// accents, typographic forms and the places where a word is broken do not
// matter. Without a second way, only words that the notes list are lost.
[[nodiscard]] WordAccount AccountOf(const ConvertedDocument& document);

// Returns one phrase to follow a file's name and a colon: missing or set-aside
// words over a bound, pages with pictures, notes beside the text, the guessed
// character set, a mended file, and other doubts of the notes. Empty if a
// person need not be told.
[[nodiscard]] std::string DescribeLoss(const WordAccount& account);

// Whether nothing is missing or doubtful. Neither a picture beside text, which
// may be a photograph, nor a guessed character set, which is mostly right,
// counts.
[[nodiscard]] bool IsComplete(const WordAccount& account);

// "2, 5-7, 9 and 12 more". `pages` ascend.
[[nodiscard]] std::string PageRanges(const std::vector<std::uint32_t>& pages);

// Returns the account as JSON (docs/documents.md), with the losses that a
// person is told of.
[[nodiscard]] boost::json::object AccountJson(const WordAccount& account);

}  // namespace answerbox::client
