// The account of a document's words as JSON: docs/socket-protocol.md,
// "documents.add". Its only reader and writer.
#pragma once

#include <boost/json/object.hpp>

#include "protocol/account/word_account.h"
#include "protocol/error.h"

namespace answerbox::protocol {

[[nodiscard]] boost::json::object ToJson(const WordAccount& account);

// Errors: kInvalidParams for a member that is unknown, of the wrong type or out
// of its range, and for sums and pages that contradict each other.
[[nodiscard]] Result<WordAccount> ReadAccount(
    const boost::json::object& object);

}  // namespace answerbox::protocol
