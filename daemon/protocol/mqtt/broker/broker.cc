#include "daemon/protocol/mqtt/broker/broker.h"

#include <algorithm>
#include <new>
#include <optional>
#include <variant>

#include "daemon/protocol/mqtt/broker/sender.h"
#include "daemon/protocol/mqtt/codec/encode.h"

namespace answerbox::daemon::mqtt {
namespace {

// A client that reads nothing gets no more packets read.
constexpr std::size_t kMaxOutputBytes = 64 * 1024;

std::size_t LongestPacket(const Connection& connection,
                          const Bounds& bounds) noexcept {
  // Before a client is known, it has no use for long ones.
  constexpr std::size_t kConnectBytes = 64 * 1024;
  return connection.state == Connection::State::kOpen
             ? bounds.packet_bytes
             : std::min(bounds.packet_bytes, kConnectBytes);
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
          bounds, memory, authority,
          [this](Session& session) { GiveUp(session); },
          [this](const Session* spared) { return FreeMemory(spared); }),
      connections_(&memory.connections()),
      sessions_(&memory.queues()),
      sessions_by_key_(&memory.queues()),
      next_id_(id_seed) {}

Broker::~Broker() = default;

Connection* Broker::Open(Transport& transport, Time now) {
  if (is_stopping_ || connections_.size() >= bounds_.connections) {
    return nullptr;
  }
  try {
    return &connections_.emplace_back(transport, now, memory_.connections(),
                                      memory_.large());
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

bool Broker::WantsInput(const Connection& connection) noexcept {
  switch (connection.state) {
    case Connection::State::kNew:
    case Connection::State::kOpen:
      return !connection.is_paused &&
             connection.output.bytes() < kMaxOutputBytes;
    case Connection::State::kExamined:
    case Connection::State::kClosing:
      return false;
  }
  return false;
}

void Broker::Receive(Connection& connection, std::string_view bytes, Time now) {
  try {
    connection.input.Append(bytes);
  } catch (const std::bad_alloc&) {
    return Fail(connection, ReasonCode::kQuotaExceeded,
                "no memory is left for the packet", now);
  }
  Process(connection, now);
}

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

bool Broker::ProcessPacket(Connection& connection, Time now) {
  const std::string_view input = connection.input.bytes();
  const auto read = ReadFrame(input, LongestPacket(connection, bounds_));
  if (std::holds_alternative<std::monostate>(read)) return false;
  if (const auto* error = std::get_if<DecodeError>(&read)) {
    Fail(connection, error->reason, error->message, now);
    return false;
  }
  const Frame& frame = std::get<Frame>(read);
  if (connection.state == Connection::State::kNew &&
      frame.type != PacketType::kConnect) {  // [MQTT-3.1.0-1]
    Fail(connection, ReasonCode::kProtocolError,
         "the first packet is not CONNECT", now);
    return false;
  }
  if (input.size() < frame.bytes()) {
    connection.input.Reserve(frame.bytes());
    return false;
  }
  connection.last_packet = now;
  const auto decoded =
      DecodePacket(connection.version, frame,
                   input.substr(frame.header_bytes, frame.body_bytes));
  if (const auto* error = std::get_if<DecodeError>(&decoded)) {
    Fail(connection, error->reason, error->message, now);
    return false;
  }
  std::visit([&](const auto& packet) { Handle(connection, packet, now); },
             std::get<ClientPacket>(decoded));
  // CONNECT stays until the client is admitted.
  if (connection.state != Connection::State::kExamined) {
    connection.input.Consume(frame.bytes());
  }
  return true;
}

void Broker::OnWritten(Connection& connection, Time now) {
  connection.unwritten_since.reset();
  if (connection.session != nullptr) SendWaiting(connection, now);
  Process(connection, now);
}

void Broker::Resume(Session& session, Time now) {
  if (session.connection == nullptr) return;
  session.connection->is_paused = false;
  Process(*session.connection, now);
  session.connection->transport.Wake();
}

void Broker::Close(Connection& connection, Time now) {
  BeginClose(connection, now);
  connections_.remove_if(
      [&](const Connection& each) { return &each == &connection; });
  EndGivenUp(now);
}

void Broker::BeginClose(Connection& connection, Time now) {
  if (connection.state == Connection::State::kClosing) return;
  if (connection.state == Connection::State::kExamined) {
    doorkeeper_.Forget(connection);
  }
  connection.state = Connection::State::kClosing;
  if (connection.session != nullptr) Detach(*connection.session, now);
  connection.transport.BeginClose();
}

void Broker::Fail(Connection& connection, ReasonCode reason,
                  std::string_view why, Time now) {
  switch (connection.state) {
    case Connection::State::kClosing:
      return;
    case Connection::State::kNew:
    case Connection::State::kExamined:
      return FailConnect(connection, reason, now);
    case Connection::State::kOpen:
      break;
  }
  if (connection.version == Version::k5) {
    Disconnect packet{.reason = reason, .properties = {}};
    if (connection.wants_problem_information && !why.empty()) {
      packet.properties.reason = why;
    }
    try {
      EncodeDisconnect(packet, connection.output.Tail());
    } catch (const std::bad_alloc&) {
      // It closes without a word.
    }
  }
  BeginClose(connection, now);
}

ReasonCode Broker::PublishFor(const Authority::Client& publisher,
                              const Publish& publish, Time now) {
  try {
    const ReasonCode reason = router_.Publish(
        MakeMessage(publish, publish.topic, publisher, now, memory_.queues()),
        nullptr, now);
    EndGivenUp(now);
    return reason;
  } catch (const std::bad_alloc&) {
    return ReasonCode::kQuotaExceeded;
  }
}

void Broker::Answer(Session& asker, const Publish& answer, Time now) {
  try {
    router_.SendTo(asker,
                   MakeMessage(answer, answer.topic, {}, now, memory_.queues()),
                   now);
  } catch (const std::bad_alloc&) {
    GiveUp(asker);  // It would wait for its answer for ever.
  }
  EndGivenUp(now);
}

void Broker::Stop(Time now) {
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
