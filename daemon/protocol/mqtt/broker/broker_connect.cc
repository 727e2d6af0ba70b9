// How a client comes in: CONNECT, the doorkeeper's answer, the session that it
// had or gets.
#include <algorithm>
#include <array>
#include <charconv>
#include <new>
#include <optional>
#include <string>
#include <variant>

#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/broker/sender.h"
#include "daemon/protocol/mqtt/codec/encode.h"
#include "daemon/protocol/mqtt/codec/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

using std::chrono::seconds;

constexpr std::size_t kMaxClientIdBytes = 128;
// A packet of 5.0 has a four-byte length at most: section 1.5.5.
constexpr std::uint32_t kNoMaximumPacket = 268435460;

// A client id stands in topics and in logs.
bool IsClientId(std::string_view id) noexcept {
  return id.size() <= kMaxClientIdBytes &&
         std::none_of(id.begin(), id.end(), [](char each) {
           return each == '+' || each == '#' ||
                  static_cast<unsigned char>(each) < ' ' || each == '\x7f';
         });
}

// Why CONNECT can't be accepted, whoever sent it; or nothing.
std::optional<ReasonCode> FindFault(const Connect& packet,
                                    const Bounds& bounds) noexcept {
  if (packet.properties.authentication_method) {
    return ReasonCode::kBadAuthenticationMethod;  // None is offered.
  }
  if (!IsClientId(packet.client_id)) return ReasonCode::kClientIdNotValid;
  if (packet.client_id.empty() && packet.version == Version::k311 &&
      !packet.is_clean_start) {  // [MQTT-3.1.3-8]
    return ReasonCode::kClientIdNotValid;
  }
  if (packet.will && CountLevels(packet.will->topic) > bounds.topic_levels) {
    return ReasonCode::kTopicNameInvalid;
  }
  return std::nullopt;
}

seconds ExpiryOf(const Connect& packet, const Bounds& bounds) noexcept {
  if (packet.version == Version::k311) {
    return packet.is_clean_start ? seconds(0) : bounds.session_expiry;
  }
  return std::min<seconds>(
      seconds(packet.properties.session_expiry_seconds.value_or(0)),
      bounds.session_expiry);
}

seconds KeepAliveOf(const Connect& packet, const Bounds& bounds) noexcept {
  const seconds asked(packet.keep_alive_seconds);
  if (packet.version == Version::k311) return asked;
  // [MQTT-3.1.2-21]
  return asked == seconds(0) ? bounds.keep_alive
                             : std::min(asked, bounds.keep_alive);
}

// "auto-" and 16 hex digits.
using AssignedId = std::array<char, 21>;
AssignedId MakeClientId(std::uint64_t number) noexcept {
  AssignedId id;
  std::fill(id.begin(), id.end(), '0');
  constexpr std::string_view kPrefix = "auto-";
  std::copy(kPrefix.begin(), kPrefix.end(), id.begin());
  std::array<char, 16> digits;
  const auto written =
      std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
  std::copy_backward(digits.data(), written.ptr, id.end());
  return id;
}

}  // namespace

void Broker::Handle(Connection& connection, const Connect& packet, Time now) {
  if (connection.state != Connection::State::kNew) {  // [MQTT-3.1.0-2]
    return Fail(connection, ReasonCode::kProtocolError,
                "CONNECT was sent before on this connection", now);
  }
  connection.version = packet.version;
  if (const auto fault = FindFault(packet, bounds_)) {
    return FailConnect(connection, *fault, now);
  }
  connection.state = Connection::State::kExamined;
  doorkeeper_.Examine(connection, packet);
}

void Broker::Refuse(Connection& connection, ReasonCode reason, Time now) {
  // Nothing is left for the doorkeeper to forget.
  connection.state = Connection::State::kNew;
  FailConnect(connection, reason, now);
}

void Broker::FailConnect(Connection& connection, ReasonCode reason, Time now) {
  try {
    EncodeConnectAcknowledgement(
        connection.version,
        {.is_session_present = false, .reason = reason, .properties = {}},
        connection.output.Tail());
  } catch (const std::bad_alloc&) {
    // It closes without a word.
  }
  BeginClose(connection, now);
}

void Broker::Admit(Connection& connection, std::string_view identity,
                   Time now) {
  const std::string_view input = connection.input.bytes();
  // Both were read before, and well.
  const auto frame = std::get<Frame>(ReadFrame(input, bounds_.packet_bytes));
  const auto packet = std::get<Connect>(
      DecodeConnect(input.substr(frame.header_bytes, frame.body_bytes)));
  connection.state = Connection::State::kNew;
  try {
    Establish(connection, packet, identity, now);
  } catch (const std::bad_alloc&) {
    FailConnect(connection, ReasonCode::kQuotaExceeded, now);
  }
  // While CONNECT is being processed, it is consumed further up the stack.
  if (connection.is_processing) return;
  connection.input.Consume(frame.bytes());
  Process(connection, now);
  connection.transport.Wake();
}

void Broker::Establish(Connection& connection, const Connect& packet,
                       std::string_view identity, Time now) {
  const AssignedId made = MakeClientId(next_id_);
  const bool is_assigned = packet.client_id.empty();
  const SessionKey key(identity,
                       is_assigned ? std::string_view(made.data(), made.size())
                                   : packet.client_id);
  const Authority::Client client{key.first, key.second};
  if (!authority_.MayConnect(client) ||
      (packet.will && !authority_.MayPublish(client, packet.will->topic))) {
    return FailConnect(connection, ReasonCode::kNotAuthorized, now);
  }
  std::optional<PendingWill> will;
  if (packet.will) {
    will.emplace();
    will->message = MakeMessage(*packet.will, client, now, memory_.queues());
    will->delay =
        seconds(packet.will->properties.will_delay_seconds.value_or(0));
  }
  Session* session = FindSession(key);
  if (session != nullptr && session->connection != nullptr) {
    Fail(*session->connection, ReasonCode::kSessionTakenOver, {}, now);
    session = FindSession(key);  // It may have ended with its connection.
  }
  if (session != nullptr && (packet.is_clean_start || session->is_given_up)) {
    EndSession(*session, now);
    session = nullptr;
  }
  const bool is_present = session != nullptr;
  if (!is_present) session = &MakeSession(key);
  if (is_assigned) ++next_id_;

  connection.session = session;
  connection.state = Connection::State::kOpen;
  connection.keep_alive = KeepAliveOf(packet, bounds_);
  const Properties& properties = packet.properties;
  connection.receive_maximum =
      std::min(properties.receive_maximum.value_or(bounds_.receive_maximum),
               bounds_.receive_maximum);
  connection.maximum_packet_bytes =
      properties.maximum_packet_bytes.value_or(kNoMaximumPacket);
  connection.topic_alias_maximum = std::min(
      properties.topic_alias_maximum.value_or(0), bounds_.topic_aliases);
  connection.wants_problem_information =
      properties.request_problem_information.value_or(true);
  session->connection = &connection;
  session->version = packet.version;
  session->expiry = ExpiryOf(packet, bounds_);
  session->expires.reset();
  session->will = std::move(will);
  for (Delivery& delivery : session->in_flight) delivery.is_sent_here = false;
  AcknowledgeConnect(connection, packet, is_present,
                     is_assigned ? key.second : std::string_view());
  SendWaiting(connection, now);
}

void Broker::AcknowledgeConnect(Connection& connection, const Connect& packet,
                                bool is_session_present,
                                std::string_view assigned_client_id) {
  ConnectAcknowledgement answer;
  answer.is_session_present = is_session_present;
  Properties& properties = answer.properties;
  properties.receive_maximum = bounds_.receive_maximum;
  properties.maximum_packet_bytes =
      static_cast<std::uint32_t>(bounds_.packet_bytes);
  properties.topic_alias_maximum = bounds_.topic_aliases;
  if (!assigned_client_id.empty()) {
    properties.assigned_client_id = assigned_client_id;
  }
  const auto expiry =
      static_cast<std::uint32_t>(connection.session->expiry.count());
  if (expiry != packet.properties.session_expiry_seconds.value_or(0)) {
    properties.session_expiry_seconds = expiry;
  }
  if (connection.keep_alive != seconds(packet.keep_alive_seconds)) {
    properties.server_keep_alive_seconds =
        static_cast<std::uint16_t>(connection.keep_alive.count());
  }
  EncodeConnectAcknowledgement(connection.version, answer,
                               connection.output.Tail());
  connection.transport.Wake();
}

}  // namespace answerbox::daemon::mqtt
