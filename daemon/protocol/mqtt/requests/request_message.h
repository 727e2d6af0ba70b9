// What the payloads of requests and of their answers are:
// docs/protocol-mqtt.md, "Asking".
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <memory>
#include <string_view>

#include "daemon/error.h"
#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/mqtt/codec/packet.h"
#include "daemon/protocol/mqtt/requests/request_topics.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::mqtt {

// Reads the payload of a message to `topic`. To answerbox/rpc: a request of the
// socket protocol. To a collection: an object of parameters, or else the
// question itself. Blanks around it are left out.
//   nesting  levels of JSON
//   budget   pays for the request's memory
// Errors: as ReadRequest, ReadParameters and MakeRequest.
[[nodiscard]] boost::system::result<std::shared_ptr<const Request>,
                                    RejectedLine>
ReadRequestMessage(const RequestTopic& topic, std::string_view payload,
                   std::size_t nesting, std::shared_ptr<MemoryBudget> budget);

// A message of the daemon's. `line` is JSON, with or without its line end. The
// message points to both arguments.
[[nodiscard]] Publish MakeReplyMessage(std::string_view topic,
                                       std::string_view line) noexcept;

}  // namespace answerbox::daemon::mqtt
