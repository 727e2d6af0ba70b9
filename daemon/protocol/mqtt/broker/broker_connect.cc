// How a client connects: CONNECT, the doorkeeper's answer, and the client's old
// or new session.
#include <algorithm>
#include <array>
#include <charconv>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/codec/encode.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

using std::chrono::seconds;

constexpr std::size_t kMaxClientIdBytes = 128;

// MQTT lets a server refuse any client id but 1 to 23 letters and digits
// (section 3.1.3.1). Client ids become parts of topics and logs: a wildcard or
// a control character in one could widen a grant that names the client, or
// forge a line of a log.
bool IsClientId(std::string_view id) noexcept {
  return id.size() <= kMaxClientIdBytes &&
         std::none_of(id.begin(), id.end(), [](char each) {
           return each == '+' || each == '#' ||
                  static_cast<unsigned char>(each) < ' ' || each == '\x7f';
         });
}

// Returns why CONNECT can't be accepted, whoever sent it; nothing if it can.
std::optional<ReasonCode> FindFault(const Connect& packet,
                                    const Bounds& bounds) noexcept {
  if (packet.properties.authentication_method) {
    return ReasonCode::kBadAuthenticationMethod;  // The broker offers none.
  }
  if (!IsClientId(packet.client_id)) return ReasonCode::kClientIdNotValid;
  if (packet.client_id.empty() && packet.version == Version::k311 &&
      !packet.is_clean_start) {  // [MQTT-3.1.3-8]
    return ReasonCode::kClientIdNotValid;
  }
  if (packet.will && (CountLevels(packet.will->topic) > bounds.topic_levels ||
                      packet.will->topic.size() > bounds.topic_bytes)) {
    return ReasonCode::kTopicNameInvalid;
  }
  return std::nullopt;
}

// 3.1.1 has no expiry: a session that is not clean lasts until it is used
// again. Nothing lasts for ever here, so it gets the longest expiry of 5.0.
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

// "auto-" and 16 hexadecimal digits.
using AssignedId = std::array<char, 21>;
// The id is an array and not a string, as it is needed before it is known
// whether memory has room for the session.
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

std::string Quoted(std::string_view text) {
  return '"' + std::string(text) + '"';
}

std::string_view ViewOf(const AssignedId& id) noexcept {
  return {id.data(), id.size()};
}

// Returns what follows the identity in the message; empty if it may connect.
std::string WhyNotAuthorized(const Authority& authority,
                             const Authority::Client& client,
                             const Connect& packet) {
  if (!authority.MayConnect(client)) return " has no right here";
  if (!packet.will || authority.MayPublish(client, packet.will->topic)) {
    return {};
  }
  return " may not publish to the topic of its will, " +
         std::string(packet.will->topic) +
         "; a bridge has such a will unless its notifications are off";
}

}  // namespace

void Broker::Handle(Connection& connection, const Connect& packet, Time now) {
  if (connection.state != Connection::State::kNew) {  // [MQTT-3.1.0-2]
    return Fail(connection, ReasonCode::kProtocolError,
                "CONNECT was sent before on this connection", now);
  }
  connection.version = packet.version;
  if (const auto maximum = packet.properties.maximum_packet_bytes) {
    connection.maximum_packet_bytes = *maximum;
  }
  if (const auto fault = FindFault(packet, bounds_)) {
    return FailConnect(connection, *fault, "client " + Quoted(packet.client_id),
                       now);
  }
  connection.state = Connection::State::kExamined;
  doorkeeper_.Examine(connection, packet);
}

void Broker::Refuse(Connection& connection, ReasonCode reason, Time now) {
  const Recording::Step step(recording_);
  // The doorkeeper has nothing to forget.
  connection.state = Connection::State::kNew;
  // Wrong passwords are told where they are checked.
  const bool is_told = reason == ReasonCode::kBadUserNameOrPassword;
  FailConnect(connection, reason,
              is_told ? "" : "it gives neither a name nor a certificate", now);
}

// The doorkeeper may answer long after CONNECT arrived. The packet is still at
// the start of the input, and is decoded again: keeping it decoded would keep
// pointers into a buffer that may move.
void Broker::Admit(Connection& connection, std::string_view identity, Time now,
                   std::uint64_t entry) {
  const Recording::Step step(recording_);
  connection.entry = entry;
  const std::string_view input = connection.input.bytes();
  // Both were read successfully before.
  const auto frame = std::get<Frame>(ReadFrame(input, bounds_.packet_bytes));
  const auto packet = std::get<Connect>(
      DecodeConnect(input.substr(frame.header_bytes, frame.body_bytes)));
  connection.state = Connection::State::kNew;
  try {
    Establish(connection, packet, identity, now);
  } catch (const std::bad_alloc&) {
    FailConnect(connection, ReasonCode::kQuotaExceeded,
                "no memory is left for its session: mqtt_memory_bytes", now);
  }
  // While CONNECT is being processed, a function further up the stack consumes
  // it.
  if (connection.is_processing) return;
  connection.input.Consume(frame.bytes());
  Process(connection, now);
  connection.transport.Wake();
}

// An assigned id must be new for the identity. The seed of ids differs between
// starts, so that a client whose session ended with the daemon does not get
// another client's session by chance.
void Broker::Establish(Connection& connection, const Connect& packet,
                       std::string_view identity, Time now) {
  const bool is_assigned = packet.client_id.empty();
  AssignedId made = MakeClientId(next_id_);
  while (is_assigned && FindSession({identity, ViewOf(made)}) != nullptr) {
    made = MakeClientId(++next_id_);  // [MQTT-3.1.3-6]
  }
  const SessionKey key(identity, is_assigned ? ViewOf(made) : packet.client_id);
  const Authority::Client client{key.first, key.second, connection.entry};
  if (const std::string why = WhyNotAuthorized(authority_, client, packet);
      !why.empty()) {
    return FailConnect(connection, ReasonCode::kNotAuthorized,
                       std::string(identity) + why, now);
  }
  const Owner owner{identity, connection.transport.origin()};
  // Who takes a connection over takes its place, too.
  const Session* const own = FindSession(key);
  if ((own == nullptr || own->connection == nullptr) && !HasPlace(owner, now)) {
    return FailConnect(connection, ReasonCode::kQuotaExceeded,
                       "all places or their memory are taken, and nobody has "
                       "clearly more: mqtt_max_connections, mqtt_memory_bytes",
                       now);
  }
  std::optional<PendingWill> will = MakeWill(packet, client, owner.origin, now);
  Session* session = TakeOver(key, packet, connection, now);
  const bool is_present = session != nullptr;
  // If a lasting session can't be recorded, it is better to refuse it than to
  // lose it by a restart.
  if (!is_present && ExpiryOf(packet, bounds_) != seconds(0) &&
      !HasRecordRoom(owner, nullptr, now)) {
    return FailConnect(connection, ReasonCode::kQuotaExceeded,
                       "no room is left to keep its session: "
                       "mqtt_session_bytes",
                       now);
  }
  if (!is_present) {
    session = WithSessionRoom(owner, nullptr, now,
                              [&] { return &MakeSession(key, owner.origin); });
  } else if (session->origin != owner.origin) {
    session->origin = owner.origin;
  }
  // Rights may have changed since the session's last connection.
  router_.RecheckRights(*session);
  connection.keep_alive = KeepAliveOf(packet, bounds_);
  const bool is_written = AcknowledgeConnect(connection, packet, is_present,
                                             is_assigned ? key.second : "");
  if (!is_written) {
    return FailConnect(connection, ReasonCode::kPacketTooLarge,
                       "it accepts no packet as long as the answer", now);
  }
  // Nothing can fail from here on.
  if (is_assigned) ++next_id_;
  Join(connection, *session, packet, std::move(will));
  Send(connection, now);
}

// [MQTT-3.1.4-3]: the older connection ends, and in 5.0 is told why. A clean
// start ends the older session too [MQTT-3.1.2-4].
Session* Broker::TakeOver(const SessionKey& key, const Connect& packet,
                          const Connection& connection, Time now) {
  Session* const session = FindSession(key);
  if (session == nullptr) return nullptr;
  if (session->connection != nullptr) {
    NoteTakeOver(*session, connection, now);
    Fail(*session->connection, ReasonCode::kSessionTakenOver, {}, now);
  }
  if (!packet.is_clean_start && !session->is_given_up) return session;
  EndSession(*session, now);
  return nullptr;
}

// One that comes back after its network was gone takes its session over, too:
// from the same place, and however often. So two at one place are not told of.
void Broker::NoteTakeOver(const Session& session, const Connection& newcomer,
                          Time now) {
  constexpr std::chrono::seconds kWindow{10};
  constexpr unsigned kFight = 3;
  const std::string_view origin = session.connection->transport.origin();
  if (!tell_ || newcomer.transport.origin() == origin) return;
  const std::string of(session.identity + "/" + session.client_id);
  auto taken = std::ranges::find(taken_ids_, of, &TakenId::of);
  if (taken == taken_ids_.end()) {
    taken = std::ranges::min_element(taken_ids_, {}, &TakenId::since);
    *taken = {of, 0, now};
  } else if (now - taken->since >= kWindow) {
    taken->times = 0;
    taken->since = now;
  }
  if (++taken->times < kFight) return;
  tell_(Notice::kOneId, of,
        "MQTT clients end each other's connections, as two have the id " +
            Quoted(session.client_id) + " of " + std::string(session.identity) +
            ": one at " + std::string(newcomer.transport.origin()) +
            ", one at " + std::string(origin) + ". Give each an id of its own");
}

// The will is in the sessions' share, as it stays as long as its session.
// Messages in transit are short-lived.
std::optional<PendingWill> Broker::MakeWill(const Connect& packet,
                                            const Authority::Client& client,
                                            std::string_view origin, Time now) {
  if (!packet.will) return std::nullopt;
  const Properties& properties = packet.will->properties;
  PendingWill will;
  will.message = WithSessionRoom({client.identity, origin}, nullptr, now, [&] {
    return MakeMessage(*packet.will, client, {}, memory_.sessions());
  });
  if (properties.message_expiry_seconds) {
    will.lifetime = seconds(*properties.message_expiry_seconds);
  }
  will.delay = seconds(properties.will_delay_seconds.value_or(0));
  return will;
}

// The client's bounds apply where they are lower than ours.
void Broker::Join(Connection& connection, Session& session,
                  const Connect& packet,
                  std::optional<PendingWill> will) noexcept {
  const Properties& properties = packet.properties;
  connection.session = &session;
  connection.state = Connection::State::kOpen;
  connection.receive_maximum =
      std::min(properties.receive_maximum.value_or(bounds_.receive_maximum),
               bounds_.receive_maximum);
  connection.topic_alias_maximum = std::min(
      properties.topic_alias_maximum.value_or(0), bounds_.topic_aliases);
  connection.wants_problem_information =
      properties.request_problem_information.value_or(true);
  session.connection = &connection;
  ++admitted_;
  session.version = packet.version;
  session.expiry = ExpiryOf(packet, bounds_);
  session.expires.reset();
  for (Delivery& delivery : session.in_flight) delivery.is_sent_here = false;
  // Requests from before a restart come before those of this connection.
  connection.awaits_old_requests =
      std::any_of(session.requests.begin(), session.requests.end(),
                  [](const OwnRequest& request) {
                    return request.run == OwnRequest::Run::kMarked;
                  });
  connection.is_paused = connection.awaits_old_requests;
  session.will = std::move(will);
  RecordSession(session);
  // A client that is told that it has no session must not find an old one after
  // a restart. It is not known here whose session ended last, so CONNACK waits
  // for the last end of any session.
  connection.output.Hold(
      std::max(NeededStep(session), recording_.newest_end_step()));
}

// If the server deviates from what the client asked for, CONNACK says so:
// sections 3.2.2.3.2 (a shorter expiry), 3.2.2.3.7 (an assigned id) and
// 3.2.2.3.14 (another keep alive).
bool Broker::AcknowledgeConnect(Connection& connection, const Connect& packet,
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
  const seconds expiry = ExpiryOf(packet, bounds_);
  if (expiry != seconds(packet.properties.session_expiry_seconds.value_or(0))) {
    properties.session_expiry_seconds =
        static_cast<std::uint32_t>(expiry.count());
  }
  if (connection.keep_alive != seconds(packet.keep_alive_seconds)) {
    properties.server_keep_alive_seconds =
        static_cast<std::uint16_t>(connection.keep_alive.count());
  }
  return WritePacket(connection, [&](Output& out) {
    EncodeConnectAcknowledgement(connection.version, answer, out);
  });
}

}  // namespace answerbox::daemon::mqtt
