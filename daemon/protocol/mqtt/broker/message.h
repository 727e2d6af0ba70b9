// A message on its way through the broker: PUBLISH without what belongs to one
// hop. Shared by all queues that it waits in; never changed once it is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

struct Message {
  explicit Message(std::pmr::memory_resource& memory)
      : topic(&memory),
        payload(&memory),
        user_properties(&memory),
        publisher(&memory),
        publisher_client_id(&memory) {}
  [[nodiscard]] bool operator==(const Message& other) const = default;

  std::pmr::string topic;
  std::pmr::string payload;
  std::optional<std::pmr::string> content_type;
  std::optional<std::pmr::string> response_topic;
  std::optional<std::pmr::string> correlation_data;
  std::pmr::string user_properties;  // As a property list without its length.
  std::optional<std::uint8_t> payload_format;
  std::optional<Time> expires;
  QoS qos = QoS::kAtMostOnce;
  bool is_retained = false;
  // About what it takes of memory, this structure apart.
  std::size_t text_bytes = 0;
  // Who published it. Empty: the daemon.
  std::pmr::string publisher;
  std::pmr::string publisher_client_id;
};

using MessagePointer = std::shared_ptr<const Message>;

// Copies `publish` out of its packet. Throws std::bad_alloc past the budget.
//   topic  where `publish` has an alias instead
[[nodiscard]] MessagePointer MakeMessage(const Publish& publish,
                                         std::string_view topic,
                                         const Authority::Client& publisher,
                                         Time now,
                                         std::pmr::memory_resource& memory);

// A will as the message that it becomes. Its time to expiry, if it has one,
// begins when it is published: it is not set here. Throws std::bad_alloc.
[[nodiscard]] std::shared_ptr<Message> MakeMessage(
    const Will& will, const Authority::Client& publisher,
    std::pmr::memory_resource& memory);

// A message of before a restart, without the time of its expiry. Throws
// std::bad_alloc past the budget.
[[nodiscard]] std::shared_ptr<Message> RestoreMessage(
    const Publish& publish, const Authority::Client& publisher,
    std::pmr::memory_resource& memory);

// Throws std::bad_alloc past the budget.
[[nodiscard]] MessagePointer CopyOf(const Message& message,
                                    std::pmr::memory_resource& memory);

// The message as it is sent at `now`: the time to its expiry is what is left,
// and 1 s where it has expired since it was sent first.
[[nodiscard]] Publish ToPublish(const Message& message, Time now);

[[nodiscard]] inline bool IsExpired(const Message& message, Time now) noexcept {
  return message.expires && *message.expires <= now;
}

}  // namespace answerbox::daemon::mqtt
