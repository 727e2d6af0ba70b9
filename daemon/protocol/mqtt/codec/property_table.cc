#include "daemon/protocol/mqtt/codec/property_table.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "daemon/protocol/mqtt/codec/reader.h"
#include "protocol/names/topic.h"

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

struct PropertyValue {
  std::uint32_t number = 0;
  std::string_view text;
};

PropertyValue ReadValue(PropertyType type, Reader& list) noexcept {
  switch (type) {
    case PropertyType::kByte:
      return {.number = list.Byte(), .text = {}};
    case PropertyType::kTwoByteInteger:
      return {.number = list.TwoByteInteger(), .text = {}};
    case PropertyType::kFourByteInteger:
      return {.number = list.FourByteInteger(), .text = {}};
    case PropertyType::kVariableByteInteger:
      return {.number = list.VariableByteInteger(), .text = {}};
    case PropertyType::kText:
      return {.number = 0, .text = list.Text()};
    case PropertyType::kBinary:
      return {.number = 0, .text = list.Binary()};
    case PropertyType::kTextPair:
      // Names and values are parsed only when they are needed.
      static_cast<void>(list.Text());
      static_cast<void>(list.Text());
      break;
  }
  return {};
}

// Returns false if the member has a value already, so that the property occurs
// twice. The member's type decides how the value is stored, so that the table
// and the structure can't disagree.
bool Store(const PropertyRule& rule, const PropertyValue& value,
           Properties& properties) noexcept {
  return std::visit(
      [&](auto pointer) {
        using Pointer = decltype(pointer);
        if constexpr (!std::is_same_v<Pointer, std::monostate>) {
          auto& member = properties.*pointer;
          using Value =
              typename std::remove_reference_t<decltype(member)>::value_type;
          if (member) return false;
          if constexpr (std::is_same_v<Value, std::string_view>) {
            member = value.text;
          } else {
            member = static_cast<Value>(value.number);
          }
        }
        return true;
      },
      rule.member);
}

// Reads one property and returns its rule; null after an error. A known
// property that may not occur in this packet is malformed like an unknown one:
// section 2.2.2.2.
const PropertyRule* ReadProperty(Places place, Reader& list,
                                 Properties& properties) noexcept {
  const PropertyRule* const rule = FindPropertyRule(list.VariableByteInteger());
  if (rule == nullptr || (rule->places & place) == 0) {
    list.Fail(ReasonCode::kMalformedPacket,
              rule == nullptr ? "there is no such property"
                              : "this packet cannot have such a property");
    return nullptr;
  }
  const PropertyValue value = ReadValue(rule->type, list);
  if (list.error()) return nullptr;
  const bool is_number = rule->type <= PropertyType::kVariableByteInteger;
  if (is_number &&
      (value.number < rule->minimum || value.number > rule->maximum)) {
    list.Fail(rule->out_of_range, "a property is out of its range");
  } else if (!Store(*rule, value, properties)) {
    list.Fail(ReasonCode::kProtocolError, "a property stands twice");
  }
  return rule;
}

// Checks rules between properties that hold in any packet.
void CheckTogether(const Properties& properties, Reader& list) noexcept {
  if (properties.authentication_data && !properties.authentication_method) {
    list.Fail(ReasonCode::kProtocolError,
              "authentication data without an authentication method");
  }
  if (properties.response_topic &&
      !protocol::IsTopicName(*properties.response_topic)) {
    list.Fail(ReasonCode::kProtocolError, "the response topic is no topic");
  }
}

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

// The user properties are kept as the part of the list from the first to the
// last of them. Other properties in between are skipped when they are read. So
// no list is built, however many there are.
Properties ReadProperties(Places place, Reader& reader) noexcept {
  Properties properties;
  const std::string_view encoded = reader.Take(reader.VariableByteInteger());
  Reader list(encoded);
  std::size_t user_begin = encoded.size();
  std::size_t user_end = 0;
  while (!list.empty()) {
    const std::size_t begin = encoded.size() - list.rest().size();
    const PropertyRule* const rule = ReadProperty(place, list, properties);
    if (rule != nullptr && rule->id == kUserProperty) {
      if (user_end == 0) user_begin = begin;
      user_end = encoded.size() - list.rest().size();
    }
  }
  CheckTogether(properties, list);
  if (list.error()) {
    reader.Fail(list.error()->reason, list.error()->message);
  } else if (user_end != 0) {
    properties.user_properties =
        UserProperties(encoded.substr(user_begin, user_end - user_begin));
  }
  return properties;
}

// ReadProperties has checked the text, so Binary() reads it without another
// check.
std::optional<UserProperty> NextUserProperty(Reader& list) noexcept {
  while (!list.empty()) {
    const PropertyRule* const rule =
        FindPropertyRule(list.VariableByteInteger());
    if (rule == nullptr) return std::nullopt;
    if (rule->type == PropertyType::kTextPair) {
      const std::string_view name = list.Binary();
      return UserProperty{.name = name, .value = list.Binary()};
    }
    static_cast<void>(ReadValue(rule->type, list));
  }
  return std::nullopt;
}

// The first step finds the first property, or the end.
UserProperties::Iterator::Iterator(std::string_view rest) noexcept
    : rest_(rest) {
  ++*this;
}

UserProperties::Iterator& UserProperties::Iterator::operator++() noexcept {
  Reader reader(rest_);
  const std::optional<UserProperty> next = NextUserProperty(reader);
  rest_ = reader.rest();
  is_end_ = !next;
  current_ = next.value_or(UserProperty{});
  return *this;
}

}  // namespace answerbox::daemon::mqtt
