// A client's session: its subscriptions, the messages on their way to it, and
// its own unfinished messages. Outlives the connection if the client asks for
// that: MQTT 5.0, section 4.1.
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

  // How far the exchange with the client is.
  enum class State : std::uint8_t {
    kWaiting,   // Not sent yet.
    kSent,      // PUBACK or PUBREC has not come yet.
    kReleased,  // PUBREL was sent; PUBCOMP has not come yet.
  };

  // Null once the client has received it (PUBREC), or it is forgotten.
  MessagePointer message;
  QoS qos = QoS::kAtMostOnce;
  bool is_retained = false;
  State state = State::kWaiting;
  PacketId packet_id = 0;  // 0 while it waits.
  // Whether it was sent on the present connection. A message in flight that was
  // sent only on an earlier connection is sent again.
  bool is_sent_here = false;
  std::pmr::vector<std::uint32_t> subscription_ids;
};

// A subscription as its session keeps it.
struct OwnSubscription {
  using allocator_type = std::pmr::polymorphic_allocator<>;
  explicit OwnSubscription(const allocator_type& memory)
      : last_retained(memory) {}

  SubscriptionOptions options;
  // Whether retained messages must still be sent: those whose topics come after
  // `last_retained`.
  bool is_retained_due = false;
  std::pmr::string last_retained;
};

// A request of QoS 1 or 2 of a lasting session, until it is answered. A request
// that ends the daemon must not end it at every start. So after a restart it is
// begun again only once, and only after that is recorded.
struct OwnRequest {
  enum class Run : std::uint8_t {
    kFirst,   // Also after a restart that was not recorded yet.
    kMarked,  // A restart interrupted it; its mark is not durable yet.
    kSecond,  // It is marked, and was begun again.
  };

  RequestNumber number = 0;
  Run run = Run::kFirst;
  MessagePointer message;
};

class Recording;
struct Session;
// Notes that all retained messages of `subscription` are due, or none any more.
void SetRetainedDue(Session& session, OwnSubscription& subscription,
                    bool is_due) noexcept;

struct Session {
  // Makes an empty session.
  //   queues  memory for messages on their way; `memory` is for all else
  Session(std::string_view its_identity, std::string_view its_client_id,
          std::pmr::memory_resource& memory, std::pmr::memory_resource& queues)
      : identity(its_identity, &memory),
        client_id(its_client_id, &memory),
        origin(&memory),
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
  // Of its last connection: Transport::origin.
  std::pmr::string origin;
  Version version = Version::k5;
  Connection* connection = nullptr;
  // How long the session is kept without a connection.
  std::chrono::seconds expiry{0};
  std::optional<Time> expires;  // Set when the connection ends.
  std::optional<PendingWill> will;

  std::pmr::map<std::pmr::string, OwnSubscription, std::less<>> subscriptions;
  std::size_t retained_due = 0;  // Subscriptions with is_retained_due.
  // Invariant: the texts of waiting messages and those in flight add up to
  // queued_bytes, and neither their number nor their bytes exceed Bounds.
  std::pmr::list<Delivery> waiting;
  std::pmr::list<Delivery> in_flight;  // QoS 1 and 2, in the order of sending.
  std::size_t queued_bytes = 0;
  PacketId last_packet_id = 0;
  // The client's messages of QoS 2 that it has not released yet.
  std::pmr::set<PacketId> received;
  std::pmr::list<OwnRequest> requests;
  RequestNumber last_request = 0;
  // Where changes of a lasting session are recorded, and under which number.
  // Null if the session ends with its connection.
  Recording* recording = nullptr;
  SessionNumber number = 0;
  // Whether it could not be served any more. The broker then ends it after the
  // present packet.
  bool is_given_up = false;
};

// Returns whether one more message fits the bounds of the queue. An empty queue
// accepts a message of any size.
[[nodiscard]] bool HasRoomFor(const Session& session, const Message& message,
                              const Bounds& bounds) noexcept;

// The functions below record their changes of a lasting session.

// Queues `delivery`, which is moved from. Returns false, and does nothing, if a
// bound of the queue would be exceeded. Throws std::bad_alloc; then nothing has
// changed.
[[nodiscard]] bool Enqueue(Session& session, Delivery& delivery,
                           const Bounds& bounds);

// Moves the first waiting delivery of QoS 1 or 2 in flight, with a packet id
// that is not in use. Precondition: there is one; fewer than 65,535 are in
// flight. Allocates nothing. RecordSent records it later.
Delivery& MoveToFlight(Session& session) noexcept;
// Undoes the last MoveToFlight: the delivery was not sent.
void MoveBack(Session& session) noexcept;
// Records that the delivery that was last moved in flight was sent.
void RecordSent(Session& session) noexcept;

// Returns the delivery in flight with that packet id, or in_flight.end().
[[nodiscard]] std::pmr::list<Delivery>::iterator FindInFlight(
    Session& session, PacketId id) noexcept;

// Removes a delivery from its list. Returns the next one.
std::pmr::list<Delivery>::iterator Finish(
    Session& session, std::pmr::list<Delivery>& list,
    std::pmr::list<Delivery>::iterator delivery) noexcept;

// Frees all messages. This is not recorded, as the session ends.
void ClearQueues(Session& session) noexcept;

// Frees a message that was sent on the present connection, and will not be sent
// again: only its id and place stay, until it is acknowledged or Detach.
void Forget(Session& session, Delivery& delivery) noexcept;

// Frees the message of QoS 2, as the client has received it (PUBREC).
void Release(Session& session, Delivery& delivery) noexcept;

}  // namespace answerbox::daemon::mqtt
