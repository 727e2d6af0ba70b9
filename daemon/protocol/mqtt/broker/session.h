// A client's session: its subscriptions, the messages on their way to it, and
// what of its own messages is not finished. Outlives the connection where the
// client asks for it: MQTT 5.0, section 4.1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory_resource>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/protocol/mqtt/broker/bounds.h"
#include "daemon/protocol/mqtt/broker/change.h"
#include "daemon/protocol/mqtt/broker/message.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/subscription_tree.h"

namespace answerbox::daemon::mqtt {

// One message on its way to one client.
struct Delivery {
  explicit Delivery(std::pmr::memory_resource& memory)
      : subscription_ids(&memory) {}
  Delivery(Delivery&&) = default;

  // What the client has said about it.
  enum class State : std::uint8_t {
    kWaiting,   // Not sent.
    kSent,      // PUBACK or PUBREC is still to come.
    kReleased,  // PUBREL was sent; PUBCOMP is still to come.
  };

  MessagePointer message;  // Null once the client has received it (PUBREC).
  QoS qos = QoS::kAtMostOnce;
  bool is_retained = false;
  State state = State::kWaiting;
  PacketId packet_id = 0;  // 0 while it waits.
  // Whether it was sent on the present connection. What is in flight and was
  // only sent on an earlier one is sent again.
  bool is_sent_here = false;
  std::pmr::vector<std::uint32_t> subscription_ids;
};

// A subscription as its session keeps it.
struct OwnSubscription {
  using allocator_type = std::pmr::polymorphic_allocator<>;
  explicit OwnSubscription(const allocator_type& memory)
      : last_retained(memory) {}

  SubscriptionOptions options;
  // Retained messages are still to be sent: those whose topics come after
  // `last_retained`.
  bool is_retained_due = false;
  std::pmr::string last_retained;
};

// A request of QoS 1 or 2 of a lasting session, while its answer is to come.
// A request that ends the daemon must not end it at every start: it is begun
// again once, and only after that is kept.
struct OwnRequest {
  enum class Run : std::uint8_t {
    kFirst,   // Also after a restart that has not been noted yet.
    kMarked,  // A restart interrupted it: it waits for its mark to be kept.
    kSecond,  // It is marked, and was begun again.
  };

  RequestNumber number = 0;
  Run run = Run::kFirst;
  MessagePointer message;
};

class Recording;
struct Session;
// All retained messages of `subscription` are to be sent, or none any more.
void SetRetainedDue(Session& session, OwnSubscription& subscription,
                    bool is_due) noexcept;

struct Session {
  //   queues  for messages on their way; `memory` for all else
  Session(std::string_view its_identity, std::string_view its_client_id,
          std::pmr::memory_resource& memory, std::pmr::memory_resource& queues)
      : identity(its_identity, &memory),
        client_id(its_client_id, &memory),
        subscriptions(&memory),
        waiting(&queues),
        in_flight(&queues),
        received(&memory),
        requests(&queues) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] Authority::Client client() const noexcept {
    return {identity, client_id};
  }

  const std::pmr::string identity;
  const std::pmr::string client_id;
  Version version = Version::k5;
  Connection* connection = nullptr;
  // Kept so long without a connection.
  std::chrono::seconds expiry{0};
  std::optional<Time> expires;  // From the end of the connection on.
  std::optional<PendingWill> will;

  std::pmr::map<std::pmr::string, OwnSubscription, std::less<>> subscriptions;
  std::size_t retained_due = 0;  // Subscriptions where it is.
  // Invariant: with those in flight their texts come to queued_bytes, and to no
  // more messages and bytes than Bounds allow.
  std::pmr::list<Delivery> waiting;
  std::pmr::list<Delivery> in_flight;  // QoS 1 and 2, in the order of sending.
  std::size_t queued_bytes = 0;
  PacketId last_packet_id = 0;
  // The client's messages of QoS 2 that it has not released.
  std::pmr::set<PacketId> received;
  std::pmr::list<OwnRequest> requests;
  RequestNumber last_request = 0;
  // Where changes of a lasting session are recorded, and its name there. Null
  // where it ends with its connection.
  Recording* recording = nullptr;
  SessionNumber number = 0;
  // It could not be served any more: the broker ends it after the packet that
  // is being handled.
  bool is_given_up = false;
};

// Whether one more message fits the bounds of the queue. A single message of
// any size does.
[[nodiscard]] bool HasRoomFor(const Session& session, const Message& message,
                              const Bounds& bounds) noexcept;

// The functions below record what they change of a lasting session.

// Queues `delivery`, which is moved from then. False, and nothing done, where a
// bound of the queue would be passed. Throws std::bad_alloc, having done
// nothing.
[[nodiscard]] bool Enqueue(Session& session, Delivery& delivery,
                           const Bounds& bounds);

// Moves the first waiting delivery of QoS 1 or 2 in flight, with a packet id
// that none in flight has. Precondition: there is one; fewer than 65,535 are in
// flight. Allocates nothing. Not recorded: RecordSent does that.
Delivery& MoveToFlight(Session& session) noexcept;
// Undoes the last MoveToFlight: the delivery was not sent.
void MoveBack(Session& session) noexcept;
// The last that was moved in flight is sent.
void RecordSent(Session& session) noexcept;

// The delivery in flight with that packet id; in_flight.end() without one.
[[nodiscard]] std::pmr::list<Delivery>::iterator FindInFlight(
    Session& session, PacketId id) noexcept;

// Takes a delivery out of the list that it is in. Returns what follows it.
std::pmr::list<Delivery>::iterator Finish(
    Session& session, std::pmr::list<Delivery>& list,
    std::pmr::list<Delivery>::iterator delivery) noexcept;

// Frees all messages. Not recorded: the session ends.
void ClearQueues(Session& session) noexcept;

// The client has the message of QoS 2 (PUBREC), whose memory is not needed any
// more.
void Release(Session& session, Delivery& delivery) noexcept;

}  // namespace answerbox::daemon::mqtt
