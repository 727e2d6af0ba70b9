// Changes of what the broker shall know again after a restart: sessions that
// outlive their connections, and retained messages of QoS 1 and 2. Applied in
// their order to nothing, they make that state.
//
// A change shares its messages with the broker, or with whoever has read it
// from a file. Other text points into what the change was made of.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "daemon/protocol/mqtt/broker/message.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/subscription_tree.h"
#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

// Names a lasting session, from 1. Used once.
using SessionNumber = std::uint32_t;
// Names a request of one session, from 1.
using RequestNumber = std::uint32_t;

// Names `message` for the changes of the same step: each step counts from 0.
struct MessageNumbered {
  MessagePointer message;
};
using MessageNumber = std::uint32_t;

// A session begins, or is now this, its subscriptions and messages apart.
struct SessionKept {
  SessionNumber session = 0;
  std::string_view identity;
  std::string_view client_id;
  std::chrono::seconds expiry{0};
  std::optional<Time> expires;  // Absent while it has a connection.
  std::optional<PendingWill> will;
};
struct SessionEnded {
  SessionNumber session = 0;
};

// A subscription begins, or is now this.
struct Subscribed {
  SessionNumber session = 0;
  std::string_view filter;
  SubscriptionOptions options;
  bool is_retained_due = false;
  std::string_view last_retained;
};
struct Unsubscribed {
  SessionNumber session = 0;
  std::string_view filter;
};

// A message of QoS 1 or 2 waits for the client, after those that wait already.
struct Queued {
  SessionNumber session = 0;
  MessageNumber message = 0;
  QoS qos = QoS::kAtLeastOnce;
  bool is_retained = false;
  std::span<const std::uint32_t> subscription_ids;
};
// One that waits is gone.
struct Dropped {
  SessionNumber session = 0;
  std::uint32_t place = 0;  // Among those that wait, from 0.
};
// The first that waits has been sent.
struct Sent {
  SessionNumber session = 0;
  PacketId packet_id = 0;
};
// The client has one of QoS 2 (PUBREC).
struct Received {
  SessionNumber session = 0;
  PacketId packet_id = 0;
};
// One that was sent is done with (PUBACK, PUBCOMP), or gone.
struct Finished {
  SessionNumber session = 0;
  PacketId packet_id = 0;
};

// A message of QoS 2 of the client itself was taken, or is released (PUBREL).
struct Taken {
  SessionNumber session = 0;
  PacketId packet_id = 0;
};
struct Released {
  SessionNumber session = 0;
  PacketId packet_id = 0;
};

// A request of QoS 1 or 2 was taken; or its answer, if it has one, is queued.
struct RequestBegun {
  SessionNumber session = 0;
  RequestNumber request = 0;
  MessagePointer message;
};
struct RequestEnded {
  SessionNumber session = 0;
  RequestNumber request = 0;
};
// One that a restart had interrupted is begun again. Kept before it is begun.
struct RequestBegunAgain {
  SessionNumber session = 0;
  RequestNumber request = 0;
};

struct Retained {
  MessagePointer message;
};
struct Unretained {
  std::string_view topic;
};

using Change =
    std::variant<MessageNumbered, SessionKept, SessionEnded, Subscribed,
                 Unsubscribed, Queued, Dropped, Sent, Received, Finished, Taken,
                 Released, RequestBegun, RequestEnded, Retained, Unretained,
                 RequestBegunAgain>;

// Keeps changes, so that they are there after a restart. Used on the broker's
// thread.
class Recorder {
 public:
  // `change` is part of the step that is under way.
  virtual void Record(const Change& change) = 0;
  // The step is over: after a restart all of its changes are there or none.
  // Steps are counted from 1. Not called for a step without changes.
  virtual void EndStep() = 0;
  // Up to this step everything is kept, whatever happens.
  [[nodiscard]] virtual std::uint64_t durable_step() const noexcept = 0;
  // Whether there is room for more. Changes that the broker can't refuse are
  // recorded all the same.
  [[nodiscard]] virtual bool has_room() noexcept = 0;
  // Whether BeginWhole is to be called at the end of this step.
  [[nodiscard]] virtual bool wants_whole() noexcept = 0;
  // The changes of the next step are the whole state: nothing before it counts.
  virtual void BeginWhole() = 0;

 protected:
  ~Recorder() = default;
};

}  // namespace answerbox::daemon::mqtt
