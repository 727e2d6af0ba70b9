// The topics and payloads of MQTT clients' requests, and of the answers:
// docs/protocol-mqtt.md, "Asking".
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/codec/packet.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::mqtt {

// Returns nothing if `topic` is not that of a request.
[[nodiscard]] std::optional<RequestTopic> ReadRequestTopic(
    std::string_view topic) noexcept;

// Returns the topic of the answer if a message names no response topic:
// "answerbox/COLLECTION/answer/CLIENT" or "answerbox/rpc/answer/CLIENT".
[[nodiscard]] std::pmr::string AnswerTopic(const RequestTopic& request,
                                           std::string_view client_id,
                                           std::pmr::memory_resource& memory);
// Returns "answerbox/progress/CLIENT".
[[nodiscard]] std::pmr::string ProgressTopic(std::string_view client_id,
                                             std::pmr::memory_resource& memory);

// Reads the payload of a message to `topic`. For answerbox/rpc it is a request
// of the socket protocol. For the topic of a call it is an object of its
// parameters, or else the question itself, without blanks around it.
//   nesting  levels of JSON
//   budget   pays for the request's memory
// Errors: as ReadRequest, ReadParameters and MakeRequest.
[[nodiscard]] ReadResult ReadRequestMessage(
    const RequestTopic& topic, std::string_view payload, std::size_t nesting,
    std::shared_ptr<MemoryBudget> budget);

// Returns a message of the daemon. `line` is JSON, with or without its line
// end. The message points to both arguments.
[[nodiscard]] Publish MakeReplyMessage(std::string_view topic,
                                       std::string_view line) noexcept;

}  // namespace answerbox::daemon::mqtt
