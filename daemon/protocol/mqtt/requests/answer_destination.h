// Where the answer to a request goes: docs/protocol-mqtt.md, "Asking".
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string>

#include "daemon/protocol/mqtt/broker/broker_memory.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/session.h"
#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

// Lives as long as its request. The budget of all clients pays for both.
struct AnswerDestination {
  // Throws std::bad_alloc.
  explicit AnswerDestination(BrokerMemory& memory);

  const TakenBytes bytes;
  std::pmr::string topic;
  // Whether the client named it: then whoever subscribes gets the answer, else
  // the asker alone.
  bool is_response_topic = false;
  bool has_correlation_data = false;
  std::pmr::string correlation_data;
  QoS qos = QoS::kAtMostOnce;
  std::uint32_t number = 0;  // Of the request.
};

// Null where the client of `session` may not publish to the response topic.
// Precondition: the topic of `message` is that of a request. Throws
// std::bad_alloc.
[[nodiscard]] std::shared_ptr<const AnswerDestination> FindDestination(
    const Session& session, const Publish& message, std::uint32_t number,
    const Authority& authority, BrokerMemory& memory);

}  // namespace answerbox::daemon::mqtt
