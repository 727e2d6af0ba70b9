// One block as JSON, as docs/documents.md describes it.
#pragma once

#include <boost/json/object.hpp>

#include "client/commands/convert/plain_blocks.h"

namespace answerbox::client {

[[nodiscard]] boost::json::object BlockJson(const PlainBlock& block);

}  // namespace answerbox::client
