// Counts what became of every word that a file shows, and tells a person what
// is missing.
#pragma once

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
// accents and typographic forms do not matter, nor where a word is parted.
// Without a second way nothing is lost that the notes do not tell.
[[nodiscard]] WordAccount AccountOf(const ConvertedDocument& document);

// One phrase that follows a file's name and a colon: what is missing or set
// aside beyond a bound, pages with pictures, notes beside the text, the guessed
// character set, that the file was mended, what else its notes doubt. Empty
// where a person need not be told.
[[nodiscard]] std::string DescribeLoss(const WordAccount& account);

// Whether nothing of that is missing or doubtful. A picture beside text may be
// a photograph, and a guessed character set is mostly right.
[[nodiscard]] bool IsComplete(const WordAccount& account);

// "2, 5-7, 9 and 12 more". `pages` ascend.
[[nodiscard]] std::string PageRanges(const std::vector<std::uint32_t>& pages);

}  // namespace answerbox::client
