#include "daemon/protocol/mqtt/codec/property_table.h"

#include <algorithm>
#include <array>

namespace answerbox::daemon::mqtt {
namespace {

using enum PropertyType;
using enum PacketType;
using P = Properties;

constexpr Places kMessages = In(kPublish) | kInWill;
constexpr Places kAuthentication =
    In(kConnect) | In(kConnectAcknowledgement) | In(kAuthenticate);
constexpr Places kConnecting = In(kConnect) | In(kConnectAcknowledgement);
constexpr Places kWithReason =
    In(kConnectAcknowledgement) | In(kPublishAcknowledgement) |
    In(kPublishReceived) | In(kPublishRelease) | In(kPublishComplete) |
    In(kSubscribeAcknowledgement) | In(kUnsubscribeAcknowledgement) |
    In(kDisconnect) | In(kAuthenticate);
constexpr Places kEverywhere =
    kWithReason | kMessages | In(kConnect) | In(kSubscribe) | In(kUnsubscribe);
constexpr std::uint32_t kAny = std::numeric_limits<std::uint32_t>::max();

// MQTT 5.0, table 2-4: id, type, where it stands in Properties, packets that
// may have it, least and greatest value, and the reason where it is out of
// range.
constexpr std::array kRules = {
    PropertyRule{0x01, kByte, &P::payload_format, kMessages, 0, 1},
    PropertyRule{0x02, kFourByteInteger, &P::message_expiry_seconds, kMessages},
    PropertyRule{0x03, kText, &P::content_type, kMessages},
    PropertyRule{0x08, kText, &P::response_topic, kMessages},
    PropertyRule{0x09, kBinary, &P::correlation_data, kMessages},
    PropertyRule{kSubscriptionIdentifier, kVariableByteInteger,
                 &P::subscription_identifier, In(kPublish) | In(kSubscribe), 1},
    PropertyRule{0x11, kFourByteInteger, &P::session_expiry_seconds,
                 kConnecting | In(kDisconnect)},
    PropertyRule{0x12, kText, &P::assigned_client_id,
                 In(kConnectAcknowledgement)},
    PropertyRule{0x13, kTwoByteInteger, &P::server_keep_alive_seconds,
                 In(kConnectAcknowledgement)},
    PropertyRule{0x15, kText, &P::authentication_method, kAuthentication},
    PropertyRule{0x16, kBinary, &P::authentication_data, kAuthentication},
    PropertyRule{0x17, kByte, &P::request_problem_information, In(kConnect), 0,
                 1},
    PropertyRule{0x18, kFourByteInteger, &P::will_delay_seconds, kInWill},
    PropertyRule{0x19, kByte, &P::request_response_information, In(kConnect), 0,
                 1},
    PropertyRule{0x1A, kText, &P::response_information,
                 In(kConnectAcknowledgement)},
    PropertyRule{0x1C, kText, &P::server_reference,
                 In(kConnectAcknowledgement) | In(kDisconnect)},
    PropertyRule{0x1F, kText, &P::reason, kWithReason},
    PropertyRule{0x21, kTwoByteInteger, &P::receive_maximum, kConnecting, 1},
    PropertyRule{0x22, kTwoByteInteger, &P::topic_alias_maximum, kConnecting},
    PropertyRule{0x23, kTwoByteInteger, &P::topic_alias, In(kPublish), 1, kAny,
                 ReasonCode::kTopicAliasInvalid},
    PropertyRule{0x24, kByte, &P::maximum_qos, In(kConnectAcknowledgement), 0,
                 1},
    PropertyRule{0x25, kByte, &P::retain_available, In(kConnectAcknowledgement),
                 0, 1},
    PropertyRule{0x27, kFourByteInteger, &P::maximum_packet_bytes, kConnecting,
                 1},
    PropertyRule{0x28, kByte, &P::wildcard_available,
                 In(kConnectAcknowledgement), 0, 1},
    PropertyRule{0x29, kByte, &P::subscription_identifiers_available,
                 In(kConnectAcknowledgement), 0, 1},
    PropertyRule{0x2A, kByte, &P::shared_available, In(kConnectAcknowledgement),
                 0, 1},
};

constexpr PropertyRule kUserPropertyRule = {kUserProperty, kTextPair,
                                            std::monostate{}, kEverywhere};

}  // namespace

std::span<const PropertyRule> PropertyRules() noexcept { return kRules; }

// The search is linear: with 26 entries it takes less time than an index would.
const PropertyRule* FindPropertyRule(std::uint32_t id) noexcept {
  if (id == kUserProperty) return &kUserPropertyRule;
  const auto* const rule = std::ranges::find_if(
      kRules,
      [id](const PropertyRule& candidate) { return candidate.id == id; });
  return rule == kRules.end() ? nullptr : rule;
}

}  // namespace answerbox::daemon::mqtt
