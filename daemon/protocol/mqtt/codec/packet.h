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

#include "daemon/protocol/mqtt/codec/properties.h"
#include "daemon/protocol/mqtt/codec/reason_code.h"

namespace answerbox::daemon::mqtt {

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
