// A message on its way through the broker: PUBLISH without what belongs to one
// hop. Shared by all queues that it waits in; never changed once it is made.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>

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

// A will, which waits for the end of its connection, and then for its delay.
struct PendingWill {
  std::shared_ptr<Message> message;
  // From its publication to its expiry; absent: it does not expire.
  std::optional<std::chrono::seconds> lifetime;
  std::chrono::seconds delay{0};
  std::optional<Time> due;  // From the end of the connection on.
};

// Each of these throws std::bad_alloc past the budget of `memory`.

// Copies `publish`, which has its topic, out of its packet.
//   now  when the time to its expiry begins. Absent: it does not expire yet,
//        as that of a will begins when it is published, and that of a message
//        of before a restart began then
[[nodiscard]] std::shared_ptr<Message> MakeMessage(
    const Publish& publish, const Authority::Client& publisher,
    std::optional<Time> now, std::pmr::memory_resource& memory);
[[nodiscard]] std::shared_ptr<Message> CopyOf(
    const Message& message, std::pmr::memory_resource& memory);

// The message as a packet, which points into it.
[[nodiscard]] Publish ToPublish(const Message& message);
// The same as it is sent at `now`: the time to its expiry is what is left, and
// 1 s where it has expired since it was sent first.
[[nodiscard]] Publish ToPublish(const Message& message, Time now);

[[nodiscard]] inline bool IsExpired(const Message& message, Time now) noexcept {
  return message.expires && *message.expires <= now;
}

}  // namespace answerbox::daemon::mqtt
