#include "daemon/protocol/mqtt/broker/broker.h"

#include <algorithm>
#include <iterator>
#include <variant>

#include "daemon/protocol/mqtt/codec/encode.h"

namespace answerbox::daemon::mqtt {
namespace {

std::size_t LongestPacket(const Connection& connection,
                          const Bounds& bounds) noexcept {
  // A client that has not proved its identity must not take memory that others
  // need for large packets.
  return connection.state == Connection::State::kOpen
             ? bounds.packet_bytes
             : std::min(bounds.packet_bytes, InputBuffer::kSmallBytes);
}

}  // namespace

Broker::Broker(const Bounds& bounds, BrokerMemory& memory,
               Doorkeeper& doorkeeper, const Authority& authority,
               Requests& requests, std::uint64_t id_seed)
    : bounds_(bounds),
      memory_(memory),
      doorkeeper_(doorkeeper),
      authority_(authority),
      requests_(requests),
      router_(
          bounds, memory, authority, recording_,
          [this](Session& session) { GiveUp(session); },
          [this](const Session* spared) {
            return FreeMemory(Share::kQueues, spared);
          },
          [this](std::string_view publisher) {
            if (gave_way_) gave_way_(Shared::kMqttRetained, publisher);
          }),
      connections_(&memory.connections()),
      sessions_(&memory.sessions()),
      sessions_by_key_(&memory.sessions()),
      next_id_(id_seed) {}

Broker::~Broker() = default;

// Without memory for a connection the broker can't send a packet either. The
// client only sees its network connection closed.
Connection* Broker::Open(Transport& transport, Time now) {
  if (is_stopping_ ||
      connections_.size() >= bounds_.connections + bounds_.logins) {
    return nullptr;
  }
  try {
    Connection& made = connections_.emplace_back(
        transport, now, memory_.connections(), memory_.large());
    made.place = std::prev(connections_.end());
    return &made;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

// The broker does not read from a client that does not accept its output. So
// the output that a client can cause is bounded by what it has accepted.
bool Broker::WantsInput(const Connection& connection) noexcept {
  switch (connection.state) {
    case Connection::State::kNew:
    case Connection::State::kOpen:
      return !connection.is_paused &&
             connection.output.bytes() < kFullOutputBytes;
    case Connection::State::kExamined:
    case Connection::State::kClosing:
      return false;
  }
  return false;
}

// If the whole state is to be recorded, this is done before the step begins: a
// step contains the changes of one call only.
void Broker::Receive(Connection& connection, std::string_view bytes, Time now) {
  if (recording_.wants_whole()) RecordWhole();
  const Recording::Step step(recording_);
  try {
    WithInputRoom(connection, now, [&] { connection.input.Append(bytes); });
  } catch (const std::bad_alloc&) {
    Fail(connection, ReasonCode::kQuotaExceeded,
         "no memory is left for the packet", now);
  }
  Process(connection, now);
}

// Handling a packet may make the broker call itself: a doorkeeper may answer at
// once, or a message may go to the publisher's own subscription. The outer call
// then goes on with the input that the inner one leaves.
void Broker::Process(Connection& connection, Time now) {
  if (connection.is_processing) return;
  connection.is_processing = true;
  try {
    while (WantsInput(connection) && ProcessPacket(connection, now)) {
    }
  } catch (const std::bad_alloc&) {
    Fail(connection, ReasonCode::kQuotaExceeded,
         "no memory is left for the packet", now);
  }
  connection.is_processing = false;
  EndGivenUp(now);
}

// Processes one packet at most. The header is read again with each new piece of
// the packet. That takes a few bytes, and avoids state between two pieces.
bool Broker::ProcessPacket(Connection& connection, Time now) {
  const auto read =
      ReadFrame(connection.input.bytes(), LongestPacket(connection, bounds_));
  if (std::holds_alternative<std::monostate>(read)) return false;
  if (const auto* error = std::get_if<DecodeError>(&read)) {
    Fail(connection, error->reason, error->message, now);
    return false;
  }
  const Frame& frame = std::get<Frame>(read);
  if (connection.state == Connection::State::kNew &&
      frame.type != PacketType::kConnect) {  // [MQTT-3.1.0-1]
    BeginClose(connection, now);
    return false;
  }
  // The length is known and within bounds, so the rest gets its room at once.
  if (connection.input.bytes().size() < frame.bytes()) {
    WithInputRoom(connection, now,
                  [&] { connection.input.Reserve(frame.bytes()); });
    return false;
  }
  connection.last_packet = now;
  // Room for the answer is reserved first, so that no packet is left half
  // handled for lack of memory.
  constexpr std::size_t kAnswerBytes = 64;
  WithRoom(Share::kConnections, connection.session, [&] {
    Output& tail = connection.output.Tail();
    tail.reserve(tail.size() + kAnswerBytes);
  });
  HandlePacket(connection, frame, now);
  // CONNECT stays in the input until the client is admitted.
  if (connection.state != Connection::State::kExamined) {
    connection.input.Consume(frame.bytes());
    connection.large_since.reset();
  }
  return true;
}

// The packet's text points into the input, which does not change until the
// packet is handled.
void Broker::HandlePacket(Connection& connection, const Frame& frame,
                          Time now) {
  changes_before_packet_ = recording_.changes();
  auto decoded = DecodePacket(
      connection.version, frame,
      connection.input.bytes().substr(frame.header_bytes, frame.body_bytes));
  if (const auto* error = std::get_if<DecodeError>(&decoded)) {
    if (connection.state != Connection::State::kNew) {
      return Fail(connection, error->reason, error->message, now);
    }
    connection.version = error->version;
    return FailConnect(connection, error->reason, error->message, now);
  }
  std::visit([&](auto& packet) { Handle(connection, packet, now); },
             std::get<ClientPacket>(decoded));
}

std::span<const std::string_view> Broker::BeginWrite(
    Connection& connection, OutputQueue::Pieces& pieces) {
  return connection.output.BeginWrite(pieces, recording_.durable_step());
}

// Written output has made room: first for messages that wait for this client,
// then for its next packets, which may have been left unread.
void Broker::OnWritten(Connection& connection, Time now) {
  const Recording::Step step(recording_);
  connection.unwritten_since.reset();
  if (connection.session != nullptr) Send(connection, now);
  Process(connection, now);
}

// Retained messages come last. They wait outside of the queue, so their number
// is not bounded by it.
void Broker::Send(Connection& connection, Time now) {
  SendWaiting(connection, now);
  router_.SendRetained(connection, now);
}

void Broker::Resume(Session& session, Time now) {
  const Recording::Step step(recording_);
  if (session.connection == nullptr) return;
  // The session may end while packets are processed, but the connection does
  // not.
  Connection& connection = *session.connection;
  connection.is_paused = false;
  Process(connection, now);
  connection.transport.Wake();
}

// Only this function frees a connection: until now its transport may have been
// writing from it.
void Broker::Close(Connection& connection, Time now) {
  const Recording::Step step(recording_);
  End(connection, now);
  connections_.erase(connection.place);
  EndGivenUp(now);
}

// The connection leaves its session at once, so that another one can take the
// session over while this one still writes its last packet.
void Broker::BeginClose(Connection& connection, Time now) {
  if (connection.state == Connection::State::kClosing) return;
  End(connection, now);
  connection.transport.BeginClose();
}

void Broker::End(Connection& connection, Time now) {
  if (connection.state == Connection::State::kExamined) {
    doorkeeper_.Forget(connection);
  }
  connection.state = Connection::State::kClosing;
  if (connection.session != nullptr) Detach(*connection.session, now);
}

void Broker::Fail(Connection& connection, ReasonCode reason,
                  std::string_view why, Time now) {
  switch (connection.state) {
    case Connection::State::kClosing:
      return;
    case Connection::State::kNew:  // The client's version is not known.
      return BeginClose(connection, now);
    case Connection::State::kExamined:
      return FailConnect(connection, reason, why, now);
    case Connection::State::kOpen:
      break;
  }
  if (connection.version == Version::k5) {
    Disconnect packet{.reason = reason, .properties = {}};
    if (connection.wants_problem_information && !why.empty()) {
      packet.properties.reason = why;
    }
    const auto encode = [&](Output& out) { EncodeDisconnect(packet, out); };
    try {
      if (!WritePacket(connection, encode)) {  // [MQTT-3.14.2-3]
        packet.properties.reason.reset();
        static_cast<void>(WritePacket(connection, encode));
      }
    } catch (const std::bad_alloc&) {
      // Without memory, the connection closes without a packet.
    }
  }
  BeginClose(connection, now);
}

// 3.1.1 has return codes for only a few reasons. For others nothing is written,
// and the connection closes [MQTT-3.2.2-6].
void Broker::FailConnect(Connection& connection, ReasonCode reason,
                         std::string_view why, Time now) {
  if (tell_ && !why.empty()) {
    const std::string_view origin = connection.transport.origin();
    tell_(Notice::kRefused, origin,
          "an MQTT client at " + std::string(origin) + " was refused (" +
              std::string(ToString(reason)) + "): " + std::string(why));
  }
  try {
    static_cast<void>(WritePacket(connection, [&](Output& out) {
      EncodeConnectAcknowledgement(
          connection.version,
          {.is_session_present = false, .reason = reason, .properties = {}},
          out);
    }));
  } catch (const std::bad_alloc&) {
    // Without memory, the connection closes without a packet.
  }
  BeginClose(connection, now);
}

ReasonCode Broker::PublishFor(const Authority::Client& publisher,
                              const Publish& publish, Time now,
                              const std::optional<Quotes>& quotes) {
  const Recording::Step step(recording_);
  // A refused message of the daemon is tried again later; an answer is made
  // only once.
  const auto without_room = publisher.identity.empty()
                                ? Router::WithoutRoom::kRefuse
                                : Router::WithoutRoom::kRecord;
  ReasonCode reason = ReasonCode::kQuotaExceeded;
  try {
    reason = WithRoom(Share::kQueues, nullptr, [&] {
      return router_.Publish(
          MakeMessage(publish, publisher, now, memory_.queues(), quotes),
          nullptr, without_room, now);
    });
  } catch (const std::bad_alloc&) {
    // Nobody received the message.
  }
  EndGivenUp(now);
  return reason;
}

// Other sessions are given up to make room for an answer, unless the asker
// itself holds most memory.
void Broker::Answer(Session& asker, const Publish& answer, Time now,
                    const std::optional<Quotes>& quotes) {
  const Recording::Step step(recording_);
  try {
    WithRoom(Share::kQueues, &asker, [&] {
      router_.SendTo(
          asker, MakeMessage(answer, {}, now, memory_.queues(), quotes), now);
    });
  } catch (const std::bad_alloc&) {
    GiveUp(asker);  // It would wait for its answer for ever.
  }
  EndGivenUp(now);
}

// Clients of 5.0 are told the reason, so that they wait before they reconnect.
// Sessions stay in the journal.
void Broker::Stop(Time now) {
  const Recording::Step step(recording_);
  is_stopping_ = true;
  for (Connection& connection : connections_) {
    Fail(connection, ReasonCode::kServerShuttingDown, {}, now);
  }
  EndGivenUp(now);
}

Statistics Broker::statistics() const noexcept {
  return {.connections = connections_.size(),
          .sessions = sessions_.size(),
          .retained = router_.retained(),
          .messages_received = messages_received_,
          .messages_dropped = router_.dropped(),
          .sessions_given_up = sessions_given_up_,
          .memory_bytes = memory_.whole().used_bytes()};
}

}  // namespace answerbox::daemon::mqtt
