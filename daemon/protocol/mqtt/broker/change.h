// Changes of the state that the broker keeps over a restart: sessions that
// outlive their connections, and retained messages of QoS 1 and 2. Applied in
// their order to an empty broker, they make that state.
//
// A change shares its messages with the broker, or with the code that has read
// it from a file. Other text points into what the change was made of.
#pragma once

#include <chrono>
#include <cstddef>
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

// Identifies a lasting session, from 1. Never used again.
using SessionNumber = std::uint32_t;
// Identifies a request of one session, from 1.
using RequestNumber = std::uint32_t;

// Gives `message` a number for the changes of the same step. Each step counts
// from 0.
struct MessageNumbered {
  MessagePointer message;
};
using MessageNumber = std::uint32_t;

// A session begins, or changes to this state, apart from its subscriptions and
// messages.
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

// A subscription begins, or changes to this.
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

// A message of QoS 1 or 2 waits for the client, after those that already wait.
struct Queued {
  SessionNumber session = 0;
  MessageNumber message = 0;
  QoS qos = QoS::kAtLeastOnce;
  bool is_retained = false;
  std::span<const std::uint32_t> subscription_ids;
};
// A waiting message is removed.
struct Dropped {
  SessionNumber session = 0;
  std::uint32_t place = 0;  // Among those that wait, from 0.
};
// The first waiting message was sent.
struct Sent {
  SessionNumber session = 0;
  PacketId packet_id = 0;
};
// The client has received a message of QoS 2 (PUBREC).
struct Received {
  SessionNumber session = 0;
  PacketId packet_id = 0;
};
// A message that was sent is finished (PUBACK, PUBCOMP), or removed.
struct Finished {
  SessionNumber session = 0;
  PacketId packet_id = 0;
};

// A message of QoS 2 from the client was accepted, or is released (PUBREL).
struct Taken {
  SessionNumber session = 0;
  PacketId packet_id = 0;
};
struct Released {
  SessionNumber session = 0;
  PacketId packet_id = 0;
};

// A request of QoS 1 or 2 was accepted; or its answer, if it has one, is
// queued.
struct RequestBegun {
  SessionNumber session = 0;
  RequestNumber request = 0;
  MessagePointer message;
};
struct RequestEnded {
  SessionNumber session = 0;
  RequestNumber request = 0;
};
// A request that a restart interrupted is begun again. Recorded before it
// begins.
struct RequestBegunAgain {
  SessionNumber session = 0;
  RequestNumber request = 0;
};

// Where the session's last client was: Transport::origin. Not recorded if it is
// unknown.
struct SessionOrigin {
  SessionNumber session = 0;
  std::string_view origin;
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
                 RequestBegunAgain, SessionOrigin>;

// Stores changes, so that they are there after a restart. Used on the broker's
// thread.
class Recorder {
 public:
  // Records `change` as a part of the present step.
  virtual void Record(const Change& change) = 0;
  // Ends the step: after a restart either all of its changes are there or none.
  // Steps count from 1. Not called for a step without changes.
  virtual void EndStep() = 0;
  // Returns the last step up to which everything is stored safely.
  [[nodiscard]] virtual std::uint64_t durable_step() const noexcept = 0;
  // Returns whether there is room for more. Changes that the broker can't
  // refuse are recorded even without room.
  [[nodiscard]] virtual bool has_room() noexcept = 0;
  // Returns how many bytes less the state itself must have so that there is
  // room, which NoteFreed may bring about; 0: it takes no more than it may.
  [[nodiscard]] virtual std::size_t missing_bytes() noexcept = 0;
  // The next whole state will have so many bytes less, as something ends.
  virtual void NoteFreed(std::size_t bytes) noexcept = 0;
  // Returns whether the broker is to call BeginWhole at the end of this step.
  [[nodiscard]] virtual bool wants_whole() noexcept = 0;
  // The changes of the next step are the whole state. Everything before is
  // discarded.
  virtual void BeginWhole() = 0;

 protected:
  ~Recorder() = default;
};

}  // namespace answerbox::daemon::mqtt
