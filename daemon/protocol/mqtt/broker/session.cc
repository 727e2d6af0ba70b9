#include "daemon/protocol/mqtt/broker/session.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace answerbox::daemon::mqtt {
namespace {

std::size_t PayloadBytes(const Delivery& delivery) noexcept {
  return delivery.message ? delivery.message->payload.size() : 0;
}

}  // namespace

bool Enqueue(Session& session, Delivery& delivery, const Bounds& bounds) {
  const std::size_t bytes = PayloadBytes(delivery);
  if (session.waiting.size() + session.in_flight.size() >=
      bounds.queued_messages) {
    return false;
  }
  // A single message of any size finds room.
  if (session.queued_bytes > 0 &&
      session.queued_bytes + bytes > bounds.queued_bytes) {
    return false;
  }
  session.waiting.push_back(std::move(delivery));
  session.queued_bytes += bytes;
  return true;
}

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

void MoveBack(Session& session) noexcept {
  session.in_flight.back().state = Delivery::State::kWaiting;
  session.in_flight.back().packet_id = 0;
  session.waiting.splice(session.waiting.begin(), session.in_flight,
                         std::prev(session.in_flight.end()));
}

std::pmr::list<Delivery>::iterator FindInFlight(Session& session,
                                                PacketId id) noexcept {
  return std::find_if(
      session.in_flight.begin(), session.in_flight.end(),
      [id](const Delivery& each) { return each.packet_id == id; });
}

std::pmr::list<Delivery>::iterator Finish(
    Session& session, std::pmr::list<Delivery>& list,
    std::pmr::list<Delivery>::iterator delivery) noexcept {
  DropMessage(session, *delivery);
  return list.erase(delivery);
}

void DropMessage(Session& session, Delivery& delivery) noexcept {
  session.queued_bytes -= PayloadBytes(delivery);
  delivery.message = nullptr;
}

}  // namespace answerbox::daemon::mqtt
