// MQTT control packets, of versions 3.1.1 (OASIS standard, 29 October 2014) and
// 5.0 (OASIS standard, 7 March 2019). Text and bytes of a packet point into the
// buffer that it was decoded from. Packets of 3.1.1 have no properties.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

namespace answerbox::daemon::mqtt {

// Why a packet was accepted or not: MQTT 5.0, section 2.4.
enum class ReasonCode : std::uint8_t {
  kSuccess = 0x00,  // Also "normal disconnection" and "granted QoS 0".
  kGrantedQoS1 = 0x01,
  kGrantedQoS2 = 0x02,
  kDisconnectWithWill = 0x04,
  kNoMatchingSubscribers = 0x10,
  kNoSubscriptionExisted = 0x11,
  kContinueAuthentication = 0x18,
  kReauthenticate = 0x19,
  kUnspecifiedError = 0x80,
  kMalformedPacket = 0x81,
  kProtocolError = 0x82,
  kImplementationSpecificError = 0x83,
  kUnsupportedProtocolVersion = 0x84,
  kClientIdNotValid = 0x85,
  kBadUserNameOrPassword = 0x86,
  kNotAuthorized = 0x87,
  kServerUnavailable = 0x88,
  kServerBusy = 0x89,
  kBanned = 0x8A,
  kServerShuttingDown = 0x8B,
  kBadAuthenticationMethod = 0x8C,
  kKeepAliveTimeout = 0x8D,
  kSessionTakenOver = 0x8E,
  kTopicFilterInvalid = 0x8F,
  kTopicNameInvalid = 0x90,
  kPacketIdInUse = 0x91,
  kPacketIdNotFound = 0x92,
  kReceiveMaximumExceeded = 0x93,
  kTopicAliasInvalid = 0x94,
  kPacketTooLarge = 0x95,
  kMessageRateTooHigh = 0x96,
  kQuotaExceeded = 0x97,
  kAdministrativeAction = 0x98,
  kPayloadFormatInvalid = 0x99,
  kRetainNotSupported = 0x9A,
  kQoSNotSupported = 0x9B,
  kUseAnotherServer = 0x9C,
  kServerMoved = 0x9D,
  kSharedNotSupported = 0x9E,
  kConnectionRateExceeded = 0x9F,
  kMaximumConnectTime = 0xA0,
  kSubscriptionIdsNotSupported = 0xA1,
  kWildcardsNotSupported = 0xA2,
};

// Returns the standard's name in lower case: "topic name invalid".
[[nodiscard]] std::string_view ToString(ReasonCode code) noexcept;

// Codes from 0x80 on are errors.
[[nodiscard]] constexpr bool IsError(ReasonCode code) noexcept {
  return static_cast<std::uint8_t>(code) >= 0x80;
}

// --- The properties of 5.0: section 2.2.2

struct UserProperty {
  std::string_view name;
  std::string_view value;
};

// The user properties of a packet, in their order. Points into the packet's
// properties and skips others in between, so that a flood of user properties
// takes no memory of its own.
class UserProperties {
 public:
  constexpr UserProperties() noexcept = default;  // None.
  // Precondition: `encoded` is a property list that the decoder accepted,
  // without its length.
  constexpr explicit UserProperties(std::string_view encoded) noexcept
      : encoded_(encoded) {}

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = UserProperty;
    using difference_type = std::ptrdiff_t;
    using pointer = const UserProperty*;
    using reference = const UserProperty&;

    explicit Iterator(std::string_view rest) noexcept;
    [[nodiscard]] reference operator*() const noexcept { return current_; }
    [[nodiscard]] pointer operator->() const noexcept { return &current_; }
    Iterator& operator++() noexcept;
    [[nodiscard]] bool operator==(const Iterator& other) const noexcept {
      return is_end_ == other.is_end_ &&
             (is_end_ || rest_.data() == other.rest_.data());
    }

   private:
    std::string_view rest_;
    UserProperty current_;
    bool is_end_ = false;
  };

  [[nodiscard]] Iterator begin() const noexcept { return Iterator(encoded_); }
  [[nodiscard]] Iterator end() const noexcept { return Iterator({}); }
  [[nodiscard]] bool empty() const noexcept { return begin() == end(); }

 private:
  std::string_view encoded_;
};

// An absent value is not in the packet. Text points into the packet.
struct Properties {
  std::optional<std::uint8_t> payload_format;              // 0x01
  std::optional<std::uint32_t> message_expiry_seconds;     // 0x02
  std::optional<std::string_view> content_type;            // 0x03
  std::optional<std::string_view> response_topic;          // 0x08
  std::optional<std::string_view> correlation_data;        // 0x09, bytes
  std::optional<std::uint32_t> subscription_identifier;    // 0x0B, from 1
  std::optional<std::uint32_t> session_expiry_seconds;     // 0x11
  std::optional<std::string_view> assigned_client_id;      // 0x12
  std::optional<std::uint16_t> server_keep_alive_seconds;  // 0x13
  std::optional<std::string_view> authentication_method;   // 0x15
  std::optional<std::string_view> authentication_data;     // 0x16, bytes
  std::optional<bool> request_problem_information;         // 0x17
  std::optional<std::uint32_t> will_delay_seconds;         // 0x18
  std::optional<bool> request_response_information;        // 0x19
  std::optional<std::string_view> response_information;    // 0x1A
  std::optional<std::string_view> server_reference;        // 0x1C
  std::optional<std::string_view> reason;                  // 0x1F
  std::optional<std::uint16_t> receive_maximum;            // 0x21, from 1
  std::optional<std::uint16_t> topic_alias_maximum;        // 0x22
  std::optional<std::uint16_t> topic_alias;                // 0x23, from 1
  std::optional<std::uint8_t> maximum_qos;                 // 0x24, 0 or 1
  std::optional<bool> retain_available;                    // 0x25
  UserProperties user_properties;                          // 0x26
  std::optional<std::uint32_t> maximum_packet_bytes;       // 0x27, from 1
  std::optional<bool> wildcard_available;                  // 0x28
  std::optional<bool> subscription_identifiers_available;  // 0x29
  std::optional<bool> shared_available;                    // 0x2A
};

// --- Packets

// The protocol level that CONNECT names.
enum class Version : std::uint8_t { k311 = 4, k5 = 5 };

enum class QoS : std::uint8_t {
  kAtMostOnce = 0,
  kAtLeastOnce = 1,
  kExactlyOnce = 2,
};

enum class PacketType : std::uint8_t {
  kConnect = 1,
  kConnectAcknowledgement = 2,
  kPublish = 3,
  kPublishAcknowledgement = 4,
  kPublishReceived = 5,
  kPublishRelease = 6,
  kPublishComplete = 7,
  kSubscribe = 8,
  kSubscribeAcknowledgement = 9,
  kUnsubscribe = 10,
  kUnsubscribeAcknowledgement = 11,
  kPingRequest = 12,
  kPingResponse = 13,
  kDisconnect = 14,
  kAuthenticate = 15,
};

// The lower four bits of the first byte of a packet: MQTT 5.0, section 2.1.3.
// PUBLISH has these:
inline constexpr std::uint8_t kRetainFlag = 0x01;
inline constexpr unsigned kPublishQoSShift = 1;
inline constexpr std::uint8_t kPublishQoSFlags = 0x06;
inline constexpr std::uint8_t kDuplicateFlag = 0x08;

// PUBREL, SUBSCRIBE and UNSUBSCRIBE have these. All other packets have none.
inline constexpr std::uint8_t kRequestFlags = 0x02;

// Identifies a packet until it is acknowledged, in one direction; never 0.
using PacketId = std::uint16_t;

// A message: PUBLISH, or the will that CONNECT holds. A will has neither packet
// id nor duplicates.
struct Publish {
  bool is_duplicate = false;
  QoS qos = QoS::kAtMostOnce;
  bool is_retained = false;
  std::string_view topic;  // Empty if a topic alias replaces it.
  PacketId packet_id = 0;  // 0 for QoS 0 only.
  std::string_view payload;
  Properties properties;
  // A message from a server may have several, each in a property of its own,
  // before the user properties.
  std::span<const std::uint32_t> subscription_ids{};
};

struct Connect {
  Version version = Version::k5;
  bool is_clean_start = true;            // 3.1.1: "clean session".
  std::uint16_t keep_alive_seconds = 0;  // 0: none.
  std::string_view client_id;            // May be empty.
  std::optional<Publish> will;
  std::optional<std::string_view> user_name;
  std::optional<std::string_view> password;  // Bytes.
  Properties properties;
};

// PUBACK, PUBREC, PUBREL or PUBCOMP. Packets of 3.1.1 have no reason; it is
// kSuccess then.
struct Acknowledgement {
  PacketType type = PacketType::kPublishAcknowledgement;
  PacketId packet_id = 0;
  ReasonCode reason = ReasonCode::kSuccess;
  Properties properties;
};

// Whether retained messages are sent when a subscription begins: section
// 3.8.3.1.
enum class RetainHandling : std::uint8_t {
  kSend = 0,
  kSendIfNew = 1,
  kDoNotSend = 2,
};

struct Subscription {
  std::string_view filter;  // With "$share/NAME/" if it is shared.
  QoS maximum_qos = QoS::kAtMostOnce;
  bool is_no_local = false;
  bool is_retain_as_published = false;
  RetainHandling retain_handling = RetainHandling::kSend;
};

// The subscriptions of a SUBSCRIBE packet, or the filters of an UNSUBSCRIBE
// packet (the other members then have their defaults), in the order of the
// packet. Points into the packet.
class SubscriptionList {
 public:
  enum class Of : std::uint8_t { kSubscribe, kUnsubscribe };

  constexpr SubscriptionList() noexcept = default;  // None.
  // Precondition: the decoder accepted `encoded`.
  constexpr SubscriptionList(Of packet, std::string_view encoded) noexcept
      : packet_(packet), encoded_(encoded) {}

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Subscription;
    using difference_type = std::ptrdiff_t;
    using pointer = const Subscription*;
    using reference = const Subscription&;

    Iterator(Of packet, std::string_view rest) noexcept;
    [[nodiscard]] reference operator*() const noexcept { return current_; }
    [[nodiscard]] pointer operator->() const noexcept { return &current_; }
    Iterator& operator++() noexcept;
    [[nodiscard]] bool operator==(const Iterator& other) const noexcept {
      return is_end_ == other.is_end_ &&
             (is_end_ || rest_.data() == other.rest_.data());
    }

   private:
    Of packet_;
    std::string_view rest_;
    Subscription current_;
    bool is_end_ = false;
  };

  [[nodiscard]] Iterator begin() const noexcept { return {packet_, encoded_}; }
  [[nodiscard]] Iterator end() const noexcept { return {packet_, {}}; }
  // At least 1 in a packet.
  [[nodiscard]] std::size_t size() const noexcept;

 private:
  Of packet_ = Of::kSubscribe;
  std::string_view encoded_;
};

struct Subscribe {
  PacketId packet_id = 0;
  SubscriptionList subscriptions;
  Properties properties;
};

struct Unsubscribe {
  PacketId packet_id = 0;
  SubscriptionList filters;
  Properties properties;
};

struct PingRequest {};

struct Disconnect {
  ReasonCode reason = ReasonCode::kSuccess;
  Properties properties;
};

struct Authenticate {
  ReasonCode reason = ReasonCode::kSuccess;
  Properties properties;
};

// The packets that a client may send.
using ClientPacket =
    std::variant<Connect, Publish, Acknowledgement, Subscribe, Unsubscribe,
                 PingRequest, Disconnect, Authenticate>;

}  // namespace answerbox::daemon::mqtt
