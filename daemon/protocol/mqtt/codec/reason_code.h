// Why a packet was accepted or not: MQTT 5.0, section 2.4.
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::daemon::mqtt {

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

}  // namespace answerbox::daemon::mqtt
