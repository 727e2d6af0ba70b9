// Handles the packets of a connected client.
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/codec/encode.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {

// QoS 2 (section 4.3.3): the packet id is kept from PUBLISH to PUBREL. A
// PUBLISH with a kept id is a repetition of a message that was already sent on.
void Broker::Handle(Connection& connection, Publish& packet, Time now) {
  ++messages_received_;
  Session& session = *connection.session;
  if (packet.qos != QoS::kExactlyOnce) {
    const ReasonCode reason = Accept(connection, packet, now);
    if (packet.qos == QoS::kAtMostOnce) return;
    return AcknowledgePublish(connection, packet, reason, now);
  }
  if (session.received.count(packet.packet_id) != 0) {
    // The message was sent on when it first came [MQTT-4.3.3-10].
    return AcknowledgePublish(connection, packet, ReasonCode::kSuccess, now);
  }
  const std::size_t maximum = connection.version == Version::k5
                                  ? bounds_.receive_maximum
                                  : kMaxUnreleased;
  if (session.received.size() >= maximum) {  // [MQTT-3.3.4-7]
    return Fail(connection, ReasonCode::kReceiveMaximumExceeded,
                "too many messages of QoS 2 are not released", now);
  }
  // The id is kept before the message is sent on: sending the message twice
  // would be worse than not at all.
  WithRoom(Share::kSessions, &session,
           [&] { session.received.insert(packet.packet_id); });
  ReasonCode reason = ReasonCode::kUnspecifiedError;
  try {
    reason = Accept(connection, packet, now);
  } catch (const std::bad_alloc&) {
    session.received.erase(packet.packet_id);  // Nobody received it.
    throw;
  }
  // In 5.0, PUBREC with an error ends the exchange; in 3.1.1 the end of the
  // connection does.
  if (IsError(reason) && (connection.version == Version::k5 ||
                          reason != ReasonCode::kNotAuthorized)) {
    session.received.erase(packet.packet_id);
  } else if (session.recording != nullptr) {
    recording_.Note(Taken{session.number, packet.packet_id});
  }
  AcknowledgePublish(connection, packet, reason, now);
}

// FindTopic may have failed the connection, so that there is nobody to answer.
void Broker::AcknowledgePublish(Connection& connection, const Publish& packet,
                                ReasonCode reason, Time now) {
  if (connection.state != Connection::State::kOpen) return;
  // 3.1.1 has no code for errors. A client without the right is told nothing
  // [MQTT-3.3.5-2]; for other errors the connection ends, so that the client
  // sees that its message was not accepted.
  if (connection.version == Version::k311 && IsError(reason) &&
      reason != ReasonCode::kNotAuthorized) {
    return Fail(connection, reason, {}, now);
  }
  const PacketType type = packet.qos == QoS::kExactlyOnce
                              ? PacketType::kPublishReceived
                              : PacketType::kPublishAcknowledgement;
  Reply(
      connection,
      [&](Output& out) {
        EncodeAcknowledgement(connection.version,
                              {.type = type,
                               .packet_id = packet.packet_id,
                               .reason = reason,
                               .properties = {}},
                              out);
      },
      now);
}

// An alias that comes with a topic is set; an alias alone is looked up: section
// 3.3.2.3.4. It applies to this connection only [MQTT-3.3.2-7].
std::optional<std::string_view> Broker::FindTopic(Connection& connection,
                                                  const Publish& packet,
                                                  Time now) {
  const auto alias = packet.properties.topic_alias;
  if (!alias) return packet.topic;
  if (*alias > bounds_.topic_aliases) {  // [MQTT-3.3.2-9]
    Fail(connection, ReasonCode::kTopicAliasInvalid,
         "the topic alias is greater than the maximum", now);
    return std::nullopt;
  }
  if (packet.topic.size() > bounds_.topic_bytes) {  // It can't be kept.
    Fail(connection, ReasonCode::kTopicNameInvalid, "the topic is too long",
         now);
    return std::nullopt;
  }
  if (!packet.topic.empty()) {
    connection.incoming_aliases.Set(*alias, packet.topic);
    return packet.topic;
  }
  const std::string_view topic = connection.incoming_aliases.Find(*alias);
  if (!topic.empty()) return topic;
  Fail(connection, ReasonCode::kProtocolError,
       "the topic alias stands for no topic", now);
  return std::nullopt;
}

ReasonCode Broker::Accept(Connection& connection, Publish& packet, Time now) {
  Session& session = *connection.session;
  const std::optional<std::string_view> topic =
      FindTopic(connection, packet, now);
  if (!topic || topic->size() > bounds_.topic_bytes ||
      CountLevels(*topic) > bounds_.topic_levels) {
    return ReasonCode::kTopicNameInvalid;
  }
  packet.topic = *topic;
  // The topic of a request is parsed only here. The result is passed on with
  // the message.
  if (const auto request = requests_.ReadTopic(*topic)) {
    if (!authority_.MayAsk(session.client())) return ReasonCode::kNotAuthorized;
    return AcceptRequest(connection, *request, packet, now);
  }
  if (!authority_.MayPublish(session.client(), *topic)) {
    return ReasonCode::kNotAuthorized;
  }
  try {
    return WithRoom(Share::kQueues, &session, [&] {
      return router_.Publish(
          MakeMessage(packet, session.client(), now, memory_.queues()),
          &session, Router::WithoutRoom::kRefuse, now);
    });
  } catch (const std::bad_alloc&) {
    return ReasonCode::kQuotaExceeded;
  }
}

// The request is recorded before it is begun. After a restart in between it is
// then carried out again; the other order would lose it after PUBACK.
ReasonCode Broker::AcceptRequest(Connection& connection,
                                 const RequestTopic& topic,
                                 const Publish& request, Time now) {
  Session& session = *connection.session;
  if (session.recording != nullptr && request.qos != QoS::kAtMostOnce &&
      !recording_.has_room()) {
    return ReasonCode::kQuotaExceeded;
  }
  const RequestNumber number = WithRoom(Share::kQueues, &session, [&] {
    return NumberRequest(session, request, now);
  });
  Requests::Taken taken;
  try {
    taken = WithRoom(Share::kQueues, &session, [&] {
      return requests_.Take(session, topic, request, number);
    });
  } catch (const std::bad_alloc&) {
    EndRequest(session, number);
    throw;
  }
  if (IsError(taken.reason)) EndRequest(session, number);
  connection.is_paused = !taken.may_go_on;
  return taken.reason;
}

// An acknowledgement makes room in the client's receive maximum, so more may be
// sent.
void Broker::Handle(Connection& connection, const Acknowledgement& packet,
                    Time now) {
  Session& session = *connection.session;
  switch (packet.type) {
    case PacketType::kPublishAcknowledgement:
      OnPublishAcknowledgement(session, packet.packet_id);
      break;
    case PacketType::kPublishReceived:
      if (!OnPublishReceived(connection, packet)) {
        return Fail(connection, ReasonCode::kPacketTooLarge, {}, now);
      }
      break;
    case PacketType::kPublishComplete:
      OnPublishComplete(session, packet.packet_id);
      break;
    default:
      return Release(connection, packet.packet_id, now);
  }
  Send(connection, now);
}

// An unknown id does not end the connection: after a lost PUBCOMP the client
// sends PUBREL again (section 4.3.3). In 5.0 the reason code says that there
// was nothing to release.
void Broker::Release(Connection& connection, PacketId id, Time now) {
  Session& session = *connection.session;
  const bool was_received = session.received.count(id) > 0;
  if (was_received && session.recording != nullptr) {
    recording_.Note(Released{session.number, id});
  }
  // After a failure the session has no connection, but still exists.
  session.received.erase(id);
  Reply(
      connection,
      [&](Output& out) {
        EncodeAcknowledgement(
            connection.version,
            {.type = PacketType::kPublishComplete,
             .packet_id = id,
             .reason = was_received ? ReasonCode::kSuccess
                                    : ReasonCode::kPacketIdNotFound,
             .properties = {}},
            out);
      },
      now);
}

// Each filter is granted or refused separately [MQTT-3.8.4-6]. The
// acknowledgement is sent before retained and other messages.
ReasonCode Broker::BeginSubscription(Connection& connection,
                                     const Subscription& subscription,
                                     std::uint32_t identifier, Time now) {
  if (connection.session == nullptr) return ReasonCode::kQuotaExceeded;
  Session& session = *connection.session;
  // The session may end while others give way to it.
  const std::string identity(session.identity);
  const Owner owner{identity, connection.transport.origin()};
  if (session.recording != nullptr) {
    static_cast<void>(HasRecordRoom(owner, &session, now));
  }
  try {
    return WithSessionRoom(owner, &session, now, [&] {
      // A will of the session that gave way may have ended this one.
      if (connection.session == nullptr) return ReasonCode::kQuotaExceeded;
      return router_.Subscribe(session, subscription, identifier);
    });
  } catch (const std::bad_alloc&) {
    return ReasonCode::kQuotaExceeded;
  }
}

void Broker::Handle(Connection& connection, const Subscribe& packet, Time now) {
  const std::uint32_t identifier =
      packet.properties.subscription_identifier.value_or(0);
  std::pmr::vector<ReasonCode> reasons(&memory_.connections());
  reasons.reserve(packet.subscriptions.size());
  for (const Subscription& subscription : packet.subscriptions) {
    reasons.push_back(
        BeginSubscription(connection, subscription, identifier, now));
  }
  if (connection.session == nullptr) return;  // The connection has ended.
  Reply(
      connection,
      [&](Output& out) {
        EncodeSubscribeAcknowledgement(connection.version, packet.packet_id,
                                       reasons, out);
      },
      now);
  if (connection.session != nullptr) Send(connection, now);
}

// Messages that already wait are still delivered, which section 3.10.4 allows.
void Broker::Handle(Connection& connection, const Unsubscribe& packet,
                    Time now) {
  std::pmr::vector<ReasonCode> reasons(&memory_.connections());
  reasons.reserve(packet.filters.size());
  for (const Subscription& each : packet.filters) {
    reasons.push_back(router_.Unsubscribe(*connection.session, each.filter)
                          ? ReasonCode::kSuccess
                          : ReasonCode::kNoSubscriptionExisted);
  }
  Reply(
      connection,
      [&](Output& out) {
        EncodeUnsubscribeAcknowledgement(connection.version, packet.packet_id,
                                         reasons, out);
      },
      now);
}

void Broker::Handle(Connection& connection, const PingRequest& /*packet*/,
                    Time now) {
  Reply(
      connection, [](Output& out) { EncodePingResponse(out); }, now);
}

// With reason 0x04 the client wants its will published although it disconnects
// in an orderly way (section 3.14.2.1).
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
  // [MQTT-4.12.0-6]: no authentication method was agreed on.
  Fail(connection, ReasonCode::kProtocolError,
       "no authentication method is in use", now);
}

}  // namespace answerbox::daemon::mqtt
