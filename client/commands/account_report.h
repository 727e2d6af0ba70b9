// The account of a file's words, as JSON.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>

#include "client/convert/document/word_account.h"

namespace answerbox::client {

// As docs/documents.md describes it. kMissing leaves out the pages of which all
// words are in the text: furniture alone would name nearly every page.
enum class AccountPages : std::uint8_t { kAll, kMissing };
[[nodiscard]] boost::json::object AccountJson(const WordAccount& account,
                                              AccountPages pages);

}  // namespace answerbox::client
