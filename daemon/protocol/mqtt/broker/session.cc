#include "daemon/protocol/mqtt/broker/session.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "daemon/protocol/mqtt/broker/recording.h"

namespace answerbox::daemon::mqtt {
namespace {

std::size_t TextBytesOf(const Delivery& delivery) noexcept {
  return delivery.message ? delivery.message->text_bytes : 0;
}

void DropMessage(Session& session, Delivery& delivery) noexcept {
  session.queued_bytes -= TextBytesOf(delivery);
  delivery.message = nullptr;
}

// Returns the place among the waiting messages that are recorded, which leaves
// out QoS 0. Waiting messages have no id yet, so the record names them by
// place. Its reader counts the same way.
std::uint32_t PlaceOf(const Session& session,
                      const Delivery& waiting) noexcept {
  std::uint32_t place = 0;
  for (const Delivery& each : session.waiting) {
    if (&each == &waiting) break;
    if (each.qos != QoS::kAtMostOnce) ++place;
  }
  return place;
}

// This comes before the message leaves its list, where its place is counted.
void RecordFinished(const Session& session, const Delivery& delivery) noexcept {
  if (session.recording == nullptr || delivery.qos == QoS::kAtMostOnce) return;
  if (delivery.state == Delivery::State::kWaiting) {
    session.recording->Note(
        Dropped{session.number, PlaceOf(session, delivery)});
  } else {
    session.recording->Note(Finished{session.number, delivery.packet_id});
  }
}

}  // namespace

void SetRetainedDue(Session& session, OwnSubscription& subscription,
                    bool is_due) noexcept {
  if (subscription.is_retained_due) --session.retained_due;
  if (is_due) ++session.retained_due;
  subscription.is_retained_due = is_due;
  subscription.last_retained.clear();
}

bool HasRoomFor(const Session& session, const Message& message,
                const Bounds& bounds) noexcept {
  const std::size_t queued = session.waiting.size() + session.in_flight.size();
  if (queued >= bounds.queued_messages) return false;
  return session.queued_bytes == 0 ||
         session.queued_bytes + message.text_bytes <= bounds.queued_bytes;
}

bool Enqueue(Session& session, Delivery& delivery, const Bounds& bounds) {
  if (!HasRoomFor(session, *delivery.message, bounds)) return false;
  const std::size_t bytes = TextBytesOf(delivery);
  session.waiting.push_back(std::move(delivery));
  session.queued_bytes += bytes;
  const Delivery& queued = session.waiting.back();
  if (session.recording != nullptr && queued.qos != QoS::kAtMostOnce) {
    session.recording->Queue(session, queued);
  }
  return true;
}

// Packet ids are assigned cyclically. An id is not reused soon after its
// acknowledgement, which a slow client might confuse with that of the new
// message.
Delivery& MoveToFlight(Session& session) noexcept {
  assert(!session.waiting.empty());
  do {
    ++session.last_packet_id;
  } while (session.last_packet_id == 0 ||
           FindInFlight(session, session.last_packet_id) !=
               session.in_flight.end());
  session.in_flight.splice(session.in_flight.end(), session.waiting,
                           session.waiting.begin());
  Delivery& sent = session.in_flight.back();
  sent.packet_id = session.last_packet_id;
  sent.state = Delivery::State::kSent;
  return sent;
}

// last_packet_id stays, so one id is skipped, which does no harm.
void MoveBack(Session& session) noexcept {
  session.in_flight.back().state = Delivery::State::kWaiting;
  session.in_flight.back().packet_id = 0;
  session.waiting.splice(session.waiting.begin(), session.in_flight,
                         std::prev(session.in_flight.end()));
}

void RecordSent(Session& session) noexcept {
  if (session.recording == nullptr) return;
  session.recording->Note(
      Sent{session.number, session.in_flight.back().packet_id});
}

// There are no more of them than the receive maximum, usually 32: a search is
// faster than an index.
std::pmr::list<Delivery>::iterator FindInFlight(Session& session,
                                                PacketId id) noexcept {
  return std::find_if(
      session.in_flight.begin(), session.in_flight.end(),
      [id](const Delivery& each) { return each.packet_id == id; });
}

std::pmr::list<Delivery>::iterator Finish(
    Session& session, std::pmr::list<Delivery>& list,
    std::pmr::list<Delivery>::iterator delivery) noexcept {
  RecordFinished(session, *delivery);
  DropMessage(session, *delivery);
  return list.erase(delivery);
}

void ClearQueues(Session& session) noexcept {
  session.waiting.clear();
  session.in_flight.clear();
  session.queued_bytes = 0;
}

// After a restart nobody is connected, and nothing of it is left.
void Forget(Session& session, Delivery& delivery) noexcept {
  RecordFinished(session, delivery);
  DropMessage(session, delivery);
}

// The id stays in flight until PUBCOMP, but the text is freed: the client has
// it.
void Release(Session& session, Delivery& delivery) noexcept {
  DropMessage(session, delivery);
  delivery.state = Delivery::State::kReleased;
  if (session.recording == nullptr) return;
  session.recording->Note(Received{session.number, delivery.packet_id});
}

}  // namespace answerbox::daemon::mqtt
