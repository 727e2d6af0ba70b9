// A message on its way through the broker: a PUBLISH without the parts that
// belong to one hop. All queues in which it waits share it. It never changes.
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
        publisher_client_id(&memory),
        quoted(&memory) {}
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
  // About the memory that it takes, without this structure.
  std::size_t text_bytes = 0;
  // The publisher's identity. Empty: the daemon.
  std::pmr::string publisher;
  std::pmr::string publisher_client_id;
  // What an answer quotes: see Quotes. Nothing: no document.
  std::optional<protocol::Right> quoting;
  std::pmr::string quoted;

  [[nodiscard]] std::optional<Quotes> quotes() const noexcept {
    if (!quoting) return std::nullopt;
    return Quotes{*quoting, quoted};
  }
};

using MessagePointer = std::shared_ptr<const Message>;

// A will, which waits for the end of its connection, and then for its delay.
struct PendingWill {
  std::shared_ptr<Message> message;
  // Time from its publication to its expiry; absent: it does not expire.
  std::optional<std::chrono::seconds> lifetime;
  std::chrono::seconds delay{0};
  std::optional<Time> due;  // Set when the connection ends.
};

// Each of these throws std::bad_alloc past the budget of `memory`.

// Copies `publish`, which has its topic, out of its packet.
//   now  when the time to its expiry begins. Absent: it does not begin yet.
//        That of a will begins when it is published; that of a restored message
//        began before the restart
[[nodiscard]] std::shared_ptr<Message> MakeMessage(
    const Publish& publish, const Authority::Client& publisher,
    std::optional<Time> now, std::pmr::memory_resource& memory,
    const std::optional<Quotes>& quotes = {});
[[nodiscard]] std::shared_ptr<Message> CopyOf(
    const Message& message, std::pmr::memory_resource& memory);

// Returns the message as a packet, which points into it.
[[nodiscard]] Publish ToPublish(const Message& message);
// Returns the packet as it is sent at `now`: the time to its expiry is what is
// left, or 1 s if it has expired since it was first sent.
[[nodiscard]] Publish ToPublish(const Message& message, Time now);

[[nodiscard]] inline bool IsExpired(const Message& message, Time now) noexcept {
  return message.expires && *message.expires <= now;
}

}  // namespace answerbox::daemon::mqtt
