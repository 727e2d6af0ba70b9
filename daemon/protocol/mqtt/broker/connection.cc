#include "daemon/protocol/mqtt/broker/connection.h"

#include <string.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <new>
#include <utility>

#include "daemon/protocol/mqtt/broker/recording.h"

namespace answerbox::daemon::mqtt {
namespace {

// Frees the memory, which clear() would keep.
void WipeAndFree(std::pmr::string& text) noexcept {
  ::explicit_bzero(text.data(), text.size());
  std::pmr::string empty(text.get_allocator());
  text.swap(empty);
}

// Moves the content of `from` to `to`, which may be the same, with room for
// `capacity` bytes. Throws std::bad_alloc; then nothing has changed.
void Move(std::pmr::string& from, std::pmr::string& to, std::size_t capacity) {
  std::pmr::string moved(to.get_allocator());
  moved.reserve(std::max(capacity, from.size()));
  moved = from;
  WipeAndFree(from);
  to.swap(moved);
}

}  // namespace

// Small packets stay in the connections' share. Only a longer packet moves to
// the share of large ones, as a whole.
void InputBuffer::Append(std::string_view added) {
  const std::size_t total = bytes().size() + added.size();
  if (!is_large() && total <= kSmallBytes) {
    if (total > small_.capacity()) {
      Move(small_, small_, std::min(kSmallBytes, total * 2));
    }
    small_.append(added);
    return;
  }
  Reserve(total);
  // Without earlier bytes there was nothing to move, so the room is made here.
  if (!is_large()) large_.reserve(total);
  large_.append(added);
}

void InputBuffer::Reserve(std::size_t packet_bytes) {
  if (packet_bytes <= kSmallBytes || bytes().empty()) return;
  if (!is_large()) return Move(small_, large_, packet_bytes);
  if (packet_bytes > large_.capacity()) Move(large_, large_, packet_bytes);
}

// Several packets may have arrived at once, so the rest moves to the front.
void InputBuffer::Consume(std::size_t count) noexcept {
  std::pmr::string& text = is_large() ? large_ : small_;
  assert(count <= text.size());
  const std::size_t left = text.size() - count;
  std::char_traits<char>::move(text.data(), text.data() + count, left);
  ::explicit_bzero(text.data() + left, count);
  text.resize(left);
  if (left == 0) return WipeAndFree(text);
  if (is_large() && left <= kSmallBytes) MoveToSmall();
}

void InputBuffer::Clear() noexcept {
  WipeAndFree(small_);
  WipeAndFree(large_);
}

void InputBuffer::MoveToSmall() noexcept {
  try {
    Move(large_, small_, large_.size());
  } catch (const std::bad_alloc&) {
    // Without memory the packet stays where it is.
  }
}

Output& OutputQueue::Tail() {
  // The bytes of a chunk that is being written must not move.
  if (chunks_.size() == writing_ || chunks_.back().message ||
      chunks_.back().is_sealed) {
    chunks_.push_back({Output(&memory_), nullptr});
  }
  return chunks_.back().bytes;
}

void OutputQueue::AppendPayloadOf(MessagePointer message) noexcept {
  assert(chunks_.size() > writing_ && !chunks_.back().message);
  chunks_.back().message = std::move(message);
}

// Chunks are written in order, so what comes after a held chunk waits with it.
void OutputQueue::Hold(std::uint64_t step) noexcept {
  assert(chunks_.size() > writing_);
  chunks_.back().step = std::max(chunks_.back().step, step);
}

// Otherwise a busy connection would add to the same chunk for ever, with ever
// newer steps to wait for.
void OutputQueue::Seal() noexcept {
  if (chunks_.size() > writing_ && BytesOf(chunks_.back()) > 0) {
    chunks_.back().is_sealed = true;
  }
}

bool OutputQueue::is_held(std::uint64_t durable_step) const noexcept {
  return chunks_.size() > writing_ &&
         std::next(chunks_.begin(), static_cast<std::ptrdiff_t>(writing_))
                 ->step > durable_step;
}

void OutputQueue::DropUnwritten() noexcept {
  while (chunks_.size() > writing_) chunks_.pop_back();
}

std::size_t OutputQueue::bytes() const noexcept { return BytesFrom(0); }

std::size_t OutputQueue::unwritten_bytes() const noexcept {
  return BytesFrom(writing_);
}

std::size_t OutputQueue::BytesFrom(std::size_t first) const noexcept {
  std::size_t sum = 0;
  for (const Chunk& chunk : chunks_) {
    if (first > 0) {
      --first;
    } else {
      sum += BytesOf(chunk);
    }
  }
  return sum;
}

// Gathers chunks and payloads into one write, because a connection sends many
// small packets at once.
std::span<const std::string_view> OutputQueue::BeginWrite(
    Pieces& pieces, std::uint64_t durable_step) {
  assert(!is_writing());
  std::size_t count = 0;
  for (const Chunk& chunk : chunks_) {
    // The last chunk may still be empty.
    if (count + 2 > pieces.size() || BytesOf(chunk) == 0 ||
        chunk.step > durable_step) {
      break;
    }
    pieces[count++] = chunk.bytes;
    if (chunk.message) pieces[count++] = chunk.message->payload;
    ++writing_;
  }
  return std::span(pieces).first(count);
}

void OutputQueue::EndWrite() noexcept {
  for (; writing_ > 0; --writing_) chunks_.pop_front();
}

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
