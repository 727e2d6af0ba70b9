// The topics by which MQTT clients ask: docs/protocol-mqtt.md, "Asking".
#pragma once

#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>

namespace answerbox::daemon::mqtt {

// A topic that messages to the daemon are published to:
//   answerbox/COLLECTION/ask  a question
//   answerbox/rpc             any request of the socket protocol
struct RequestTopic {
  std::string_view collection;  // Empty: answerbox/rpc.
};
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

}  // namespace answerbox::daemon::mqtt
