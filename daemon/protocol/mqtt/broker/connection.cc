#include "daemon/protocol/mqtt/broker/connection.h"

#include <algorithm>
#include <new>

#include "daemon/protocol/mqtt/broker/recording.h"
#include "daemon/protocol/mqtt/codec/encode.h"

namespace answerbox::daemon::mqtt {
namespace {

// Returns the packet for one client. Its QoS may be lower than the publisher's,
// and its retain flag may be cleared (sections 3.3.1.2 and 3.3.1.3).
Publish PacketOf(const Delivery& delivery, Time now) {
  Publish packet = ToPublish(*delivery.message, now);
  packet.qos = delivery.qos;
  packet.is_retained = delivery.is_retained;
  packet.packet_id = delivery.packet_id;
  packet.subscription_ids = delivery.subscription_ids;
  return packet;
}

// A shorter payload is copied, as keeping its message would take more memory.
constexpr std::size_t kCopiedPayloadBytes = 512;

// [MQTT-3.1.2-24]
bool FitsClient(const Connection& connection, const Publish& packet) {
  return EncodedBytes(connection.version, packet) <=
         connection.maximum_packet_bytes;
}

// Writes a packet. A long payload stays in its message, which all its receivers
// share: a hundred subscribers need no hundred copies of it. Throws
// std::bad_alloc; then nothing has changed.
void Write(Connection& connection, const Publish& packet,
           const MessagePointer& message) {
  Output& tail = connection.output.Tail();
  if (message->payload.size() < kCopiedPayloadBytes) {
    EncodePublish(connection.version, packet, tail);
  } else {
    EncodePublishHead(connection.version, packet, tail);
    connection.output.AppendPayloadOf(message);
  }
  connection.transport.Wake();
}

// Writes a packet with an alias for its topic if the client accepts one. The
// first topics get the aliases: it is not known which topics are worth one, and
// counting each topic's uses would cost more than it saves. Throws
// std::bad_alloc; then nothing has changed.
void WriteWithAlias(Connection& connection, const Publish& packet,
                    const MessagePointer& message) {
  const auto alias = connection.outgoing_aliases.Find(
      packet.topic, connection.topic_alias_maximum);
  if (!alias) return Write(connection, packet, message);
  Publish aliased = packet;
  aliased.properties.topic_alias = alias->number;
  if (!alias->is_new) aliased.topic = {};
  // Without the alias a short topic may fit where the alias did not.
  const bool is_aliased = FitsClient(connection, aliased);
  try {
    if (alias->is_new && !is_aliased) connection.outgoing_aliases.RemoveLast();
    Write(connection, is_aliased ? aliased : packet, message);
  } catch (const std::bad_alloc&) {
    if (alias->is_new && is_aliased) connection.outgoing_aliases.RemoveLast();
    throw;
  }
}

// Sends the first waiting message, as `packet`. A message that needs an
// acknowledgement is moved in flight before it is written, so that it has its
// packet id. If memory has no room for the packet, it goes back to its place.
// Throws std::bad_alloc; then the message still waits.
void SendFirst(Connection& connection, Publish packet) {
  Session& session = *connection.session;
  const auto first = session.waiting.begin();
  if (first->qos == QoS::kAtMostOnce) {
    WriteWithAlias(connection, packet, first->message);
    Finish(session, session.waiting, first);
    return;
  }
  Delivery& delivery = MoveToFlight(session);
  packet.packet_id = delivery.packet_id;
  try {
    // No alias is used: the message may be sent again on a connection that does
    // not know it.
    Write(connection, packet, delivery.message);
  } catch (const std::bad_alloc&) {
    MoveBack(session);
    throw;
  }
  delivery.is_sent_here = true;
  RecordSent(session);
  connection.output.Hold(NeededStep(session));
}

Acknowledgement ReleaseOf(PacketId id, ReasonCode reason) noexcept {
  return {.type = PacketType::kPublishRelease,
          .packet_id = id,
          .reason = reason,
          .properties = {}};
}

// Sends a message again. Once PUBREC has come, there is no message, and PUBREL
// is sent again instead (section 4.4). Throws std::bad_alloc; then nothing has
// changed.
void SendAgain(Connection& connection,
               std::pmr::list<Delivery>::iterator delivery, Time now) {
  if (delivery->state == Delivery::State::kReleased) {
    EncodeAcknowledgement(connection.version,
                          ReleaseOf(delivery->packet_id, ReasonCode::kSuccess),
                          connection.output.Tail());
    connection.transport.Wake();
  } else {
    Publish packet = PacketOf(*delivery, now);
    packet.is_duplicate = true;             // [MQTT-3.3.1-1]
    if (!FitsClient(connection, packet)) {  // It accepted more before.
      Session& session = *connection.session;
      Finish(session, session.in_flight, delivery);
      return;
    }
    Write(connection, packet, delivery->message);
  }
  connection.output.Hold(NeededStep(*connection.session));
  delivery->is_sent_here = true;
}

// Sends one more packet. Returns false when there is none, or none may be sent
// now. What is sent again comes first, in its old order (section 4.6). Messages
// of QoS 0 do not count in the client's receive maximum (section 4.9), but do
// not overtake others either.
bool SendNext(Connection& connection, Time now) {
  Session& session = *connection.session;
  const auto unsent =
      std::find_if(session.in_flight.begin(), session.in_flight.end(),
                   [](const Delivery& each) { return !each.is_sent_here; });
  const auto sent =
      std::count_if(session.in_flight.begin(), session.in_flight.end(),
                    [](const Delivery& each) { return each.is_sent_here; });
  const bool has_window = sent < connection.receive_maximum;
  if (unsent != session.in_flight.end()) {
    if (has_window) SendAgain(connection, unsent, now);
    return has_window;
  }
  if (session.waiting.empty()) return false;
  const auto first = session.waiting.begin();
  if (first->qos != QoS::kAtMostOnce && !has_window) return false;
  const Publish packet = PacketOf(*first, now);
  if (IsExpired(*first->message, now) || !FitsClient(connection, packet)) {
    Finish(session, session.waiting, first);
  } else {
    SendFirst(connection, packet);
  }
  return true;
}

}  // namespace

void SendWaiting(Connection& connection, Time now) {
  try {
    while (connection.output.bytes() < kFullOutputBytes &&
           SendNext(connection, now)) {
    }
  } catch (const std::bad_alloc&) {
    // The rest waits until other clients have received their messages.
  }
}

// An id of another QoS is ignored: accepting PUBACK as PUBREC would drop a
// message halfway.
void OnPublishAcknowledgement(Session& session, PacketId id) noexcept {
  const auto found = FindInFlight(session, id);
  if (found == session.in_flight.end() || found->qos != QoS::kAtLeastOnce) {
    return;
  }
  Finish(session, session.in_flight, found);
}

// PUBREL is written before the message is freed. If it does not fit the client
// or memory, nothing has changed, and PUBREC may come again.
bool OnPublishReceived(Connection& connection, const Acknowledgement& packet) {
  Session& session = *connection.session;
  const auto found = FindInFlight(session, packet.packet_id);
  const bool is_known =
      found != session.in_flight.end() && found->qos == QoS::kExactlyOnce;
  if (is_known && IsError(packet.reason)) {  // Section 4.3.3: it is over.
    Finish(session, session.in_flight, found);
    return true;
  }
  const bool is_written = WritePacket(connection, [&](Output& out) {
    EncodeAcknowledgement(
        connection.version,
        ReleaseOf(packet.packet_id, is_known ? ReasonCode::kSuccess
                                             : ReasonCode::kPacketIdNotFound),
        out);
  });
  if (is_known && found->state != Delivery::State::kReleased) {
    Release(session, *found);
  }
  if (is_known) found->is_sent_here = true;
  if (is_written) connection.output.Hold(NeededStep(session));
  return is_written;
}

void OnPublishComplete(Session& session, PacketId id) noexcept {
  const auto found = FindInFlight(session, id);
  if (found == session.in_flight.end() ||
      found->state != Delivery::State::kReleased) {
    return;
  }
  Finish(session, session.in_flight, found);
}

}  // namespace answerbox::daemon::mqtt
