// What the packets of a client that is connected come to.
#include <array>
#include <memory_resource>
#include <new>
#include <string_view>
#include <vector>

#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/broker/sender.h"
#include "daemon/protocol/mqtt/codec/encode.h"
#include "daemon/protocol/mqtt/codec/topic.h"

namespace answerbox::daemon::mqtt {

void Broker::Handle(Connection& connection, const Publish& packet, Time now) {
  ++messages_received_;
  Session& session = *connection.session;
  const bool is_exactly_once = packet.qos == QoS::kExactlyOnce;
  const bool was_received =
      is_exactly_once && session.received.count(packet.packet_id) != 0;
  ReasonCode reason = ReasonCode::kSuccess;
  if (!was_received) {
    if (is_exactly_once && session.received.size() >= kMaxUnreleased) {
      return Fail(connection, ReasonCode::kReceiveMaximumExceeded,
                  "too many messages of QoS 2 are not released", now);
    }
    if (is_exactly_once && connection.version == Version::k5 &&
        session.received.size() >= bounds_.receive_maximum) {
      return Fail(connection, ReasonCode::kReceiveMaximumExceeded,
                  "more messages than the receive maximum are under way", now);
    }
    // Before it is sent on: sending it twice would be worse than not at all.
    if (is_exactly_once) session.received.insert(packet.packet_id);
    reason = Accept(connection, packet, now);
    if (is_exactly_once && IsError(reason) &&
        connection.version == Version::k5) {  // PUBREC ends it.
      session.received.erase(packet.packet_id);
    }
  }
  if (connection.state != Connection::State::kOpen) return;
  if (packet.qos == QoS::kAtMostOnce) return;
  EncodeAcknowledgement(
      connection.version,
      {.type = is_exactly_once ? PacketType::kPublishReceived
                               : PacketType::kPublishAcknowledgement,
       .packet_id = packet.packet_id,
       .reason = reason,
       .properties = {}},
      connection.output.Tail());
  connection.transport.Wake();
}

ReasonCode Broker::Accept(Connection& connection, const Publish& packet,
                          Time now) {
  Session& session = *connection.session;
  std::string_view topic = packet.topic;
  if (const auto alias = packet.properties.topic_alias) {
    if (*alias > bounds_.topic_aliases) {  // [MQTT-3.3.2-9]
      Fail(connection, ReasonCode::kTopicAliasInvalid,
           "the topic alias is greater than the maximum", now);
      return ReasonCode::kTopicAliasInvalid;
    }
    if (!topic.empty()) connection.incoming_aliases.Set(*alias, topic);
    topic = connection.incoming_aliases.Find(*alias);
    if (topic.empty()) {
      Fail(connection, ReasonCode::kProtocolError,
           "the topic alias stands for no topic", now);
      return ReasonCode::kProtocolError;
    }
  }
  if (CountLevels(topic) > bounds_.topic_levels) {
    return ReasonCode::kTopicNameInvalid;
  }
  if (!authority_.MayPublish(session.client(), topic)) {
    return ReasonCode::kNotAuthorized;
  }
  if (requests_.Takes(topic)) {
    Publish request = packet;
    request.topic = topic;
    const Requests::Taken taken = requests_.Take(session, request);
    connection.is_paused = !taken.may_go_on;
    return taken.reason;
  }
  try {
    return router_.Publish(
        MakeMessage(packet, topic, session.client(), now, memory_.queues()),
        &session, now);
  } catch (const std::bad_alloc&) {
    return ReasonCode::kQuotaExceeded;
  }
}

void Broker::Handle(Connection& connection, const Acknowledgement& packet,
                    Time now) {
  Session& session = *connection.session;
  ReasonCode result = ReasonCode::kSuccess;
  switch (packet.type) {
    case PacketType::kPublishAcknowledgement:
      result = OnPublishAcknowledgement(session, packet.packet_id);
      break;
    case PacketType::kPublishReceived:
      result = OnPublishReceived(connection, packet);
      break;
    case PacketType::kPublishComplete:
      result = OnPublishComplete(session, packet.packet_id);
      break;
    default: {  // PUBREL
      const bool was_received = session.received.erase(packet.packet_id) > 0;
      EncodeAcknowledgement(
          connection.version,
          {.type = PacketType::kPublishComplete,
           .packet_id = packet.packet_id,
           .reason = was_received ? ReasonCode::kSuccess
                                  : ReasonCode::kPacketIdNotFound,
           .properties = {}},
          connection.output.Tail());
      connection.transport.Wake();
      break;
    }
  }
  // An acknowledgement of what nobody waits for: after a session was ended it
  // may be honest, so it is passed over.
  static_cast<void>(result);
  SendWaiting(connection, now);
}

void Broker::Handle(Connection& connection, const Subscribe& packet, Time now) {
  Session& session = *connection.session;
  const std::uint32_t identifier =
      packet.properties.subscription_identifier.value_or(0);
  struct Made {
    ReasonCode reason;
    bool is_new;
  };
  std::pmr::vector<Made> made(&memory_.connections());
  std::pmr::vector<ReasonCode> reasons(&memory_.connections());
  made.reserve(packet.subscriptions.size());
  reasons.reserve(packet.subscriptions.size());
  for (const Subscription& subscription : packet.subscriptions) {
    bool is_new = false;
    const ReasonCode reason =
        router_.Subscribe(session, subscription, identifier, is_new);
    made.push_back({reason, is_new});
    reasons.push_back(reason);
  }
  EncodeSubscribeAcknowledgement(connection.version, packet.packet_id, reasons,
                                 connection.output.Tail());
  connection.transport.Wake();
  auto each = made.begin();
  for (const Subscription& subscription : packet.subscriptions) {
    if (!IsError(each->reason)) {
      router_.SendRetained(session, subscription, identifier, each->is_new,
                           now);
    }
    ++each;
  }
}

void Broker::Handle(Connection& connection, const Unsubscribe& packet,
                    Time /*now*/) {
  std::pmr::vector<ReasonCode> reasons(&memory_.connections());
  reasons.reserve(packet.filters.size());
  for (const Subscription& each : packet.filters) {
    reasons.push_back(router_.Unsubscribe(*connection.session, each.filter)
                          ? ReasonCode::kSuccess
                          : ReasonCode::kNoSubscriptionExisted);
  }
  EncodeUnsubscribeAcknowledgement(connection.version, packet.packet_id,
                                   reasons, connection.output.Tail());
  connection.transport.Wake();
}

void Broker::Handle(Connection& connection, const PingRequest& /*packet*/,
                    Time /*now*/) {
  EncodePingResponse(connection.output.Tail());
  connection.transport.Wake();
}

void Broker::Handle(Connection& connection, const Disconnect& packet,
                    Time now) {
  Session& session = *connection.session;
  if (const auto expiry = packet.properties.session_expiry_seconds) {
    if (session.expiry == std::chrono::seconds(0) && *expiry != 0) {
      return Fail(connection, ReasonCode::kProtocolError,
                  "a session that was to end with its connection can't last",
                  now);
    }
    session.expiry =
        std::min(std::chrono::seconds(*expiry), bounds_.session_expiry);
  }
  // [MQTT-3.14.4-3]
  if (packet.reason == ReasonCode::kSuccess) session.will.reset();
  BeginClose(connection, now);
}

void Broker::Handle(Connection& connection, const Authenticate& /*packet*/,
                    Time now) {
  // [MQTT-4.12.0-6]: no method was agreed on.
  Fail(connection, ReasonCode::kProtocolError,
       "no authentication method is in use", now);
}

}  // namespace answerbox::daemon::mqtt
