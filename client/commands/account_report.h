// The account of a file's words, as JSON.
#pragma once

#include <boost/json/object.hpp>

#include "client/convert/document/word_account.h"

namespace answerbox::client {

// Returns the account as JSON (docs/documents.md), with the losses that a
// person is told of.
[[nodiscard]] boost::json::object AccountJson(const WordAccount& account);

}  // namespace answerbox::client
