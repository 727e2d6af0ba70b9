// The topics and payloads by which MQTT clients ask, and those of the answers:
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

// Absent where `topic` is none.
[[nodiscard]] std::optional<RequestTopic> ReadRequestTopic(
    std::string_view topic) noexcept;

// Where the answer goes when a message names no response topic:
// "answerbox/COLLECTION/answer/CLIENT" or "answerbox/rpc/answer/CLIENT".
[[nodiscard]] std::pmr::string AnswerTopic(const RequestTopic& request,
                                           std::string_view client_id,
                                           std::pmr::memory_resource& memory);
// "answerbox/progress/CLIENT".
[[nodiscard]] std::pmr::string ProgressTopic(std::string_view client_id,
                                             std::pmr::memory_resource& memory);

// Reads the payload of a message to `topic`. To answerbox/rpc: a request of the
// socket protocol. To the topic of a call: an object of its parameters, or else
// the question itself. Blanks around it are left out.
//   nesting  levels of JSON
//   budget   pays for the request's memory
// Errors: as ReadRequest, ReadParameters and MakeRequest.
[[nodiscard]] ReadResult ReadRequestMessage(
    const RequestTopic& topic, std::string_view payload, std::size_t nesting,
    std::shared_ptr<MemoryBudget> budget);

// A message of the daemon's. `line` is JSON, with or without its line end. The
// message points to both arguments.
[[nodiscard]] Publish MakeReplyMessage(std::string_view topic,
                                       std::string_view line) noexcept;

}  // namespace answerbox::daemon::mqtt
