// The account of a file's words, as JSON.
#pragma once

#include <boost/json/object.hpp>

#include "client/convert/document/word_account.h"

namespace answerbox::client {

// As docs/documents.md describes it, with what a person is told.
[[nodiscard]] boost::json::object AccountJson(const WordAccount& account);

}  // namespace answerbox::client
