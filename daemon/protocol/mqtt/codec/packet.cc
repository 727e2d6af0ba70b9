#include "daemon/protocol/mqtt/codec/packet.h"

#include <algorithm>
#include <array>

namespace answerbox::daemon::mqtt {
namespace {

struct NamedReason {
  ReasonCode code;
  std::string_view name;
};

// MQTT 5.0, table 2-6. The names appear in reason strings and in the journal.
constexpr auto kNamedReasons = std::to_array<NamedReason>({
    {ReasonCode::kSuccess, "success"},
    {ReasonCode::kGrantedQoS1, "granted QoS 1"},
    {ReasonCode::kGrantedQoS2, "granted QoS 2"},
    {ReasonCode::kDisconnectWithWill, "disconnect with will message"},
    {ReasonCode::kNoMatchingSubscribers, "no matching subscribers"},
    {ReasonCode::kNoSubscriptionExisted, "no subscription existed"},
    {ReasonCode::kContinueAuthentication, "continue authentication"},
    {ReasonCode::kReauthenticate, "re-authenticate"},
    {ReasonCode::kUnspecifiedError, "unspecified error"},
    {ReasonCode::kMalformedPacket, "malformed packet"},
    {ReasonCode::kProtocolError, "protocol error"},
    {ReasonCode::kImplementationSpecificError, "implementation specific error"},
    {ReasonCode::kUnsupportedProtocolVersion, "unsupported protocol version"},
    {ReasonCode::kClientIdNotValid, "client identifier not valid"},
    {ReasonCode::kBadUserNameOrPassword, "bad user name or password"},
    {ReasonCode::kNotAuthorized, "not authorized"},
    {ReasonCode::kServerUnavailable, "server unavailable"},
    {ReasonCode::kServerBusy, "server busy"},
    {ReasonCode::kBanned, "banned"},
    {ReasonCode::kServerShuttingDown, "server shutting down"},
    {ReasonCode::kBadAuthenticationMethod, "bad authentication method"},
    {ReasonCode::kKeepAliveTimeout, "keep alive timeout"},
    {ReasonCode::kSessionTakenOver, "session taken over"},
    {ReasonCode::kTopicFilterInvalid, "topic filter invalid"},
    {ReasonCode::kTopicNameInvalid, "topic name invalid"},
    {ReasonCode::kPacketIdInUse, "packet identifier in use"},
    {ReasonCode::kPacketIdNotFound, "packet identifier not found"},
    {ReasonCode::kReceiveMaximumExceeded, "receive maximum exceeded"},
    {ReasonCode::kTopicAliasInvalid, "topic alias invalid"},
    {ReasonCode::kPacketTooLarge, "packet too large"},
    {ReasonCode::kMessageRateTooHigh, "message rate too high"},
    {ReasonCode::kQuotaExceeded, "quota exceeded"},
    {ReasonCode::kAdministrativeAction, "administrative action"},
    {ReasonCode::kPayloadFormatInvalid, "payload format invalid"},
    {ReasonCode::kRetainNotSupported, "retain not supported"},
    {ReasonCode::kQoSNotSupported, "QoS not supported"},
    {ReasonCode::kUseAnotherServer, "use another server"},
    {ReasonCode::kServerMoved, "server moved"},
    {ReasonCode::kSharedNotSupported, "shared subscriptions not supported"},
    {ReasonCode::kConnectionRateExceeded, "connection rate exceeded"},
    {ReasonCode::kMaximumConnectTime, "maximum connect time"},
    {ReasonCode::kSubscriptionIdsNotSupported,
     "subscription identifiers not supported"},
    {ReasonCode::kWildcardsNotSupported,
     "wildcard subscriptions not supported"},
});

}  // namespace

std::string_view ToString(ReasonCode code) noexcept {
  const auto* const named =
      std::ranges::find(kNamedReasons, code, &NamedReason::code);
  return named == kNamedReasons.end() ? "unknown reason" : named->name;
}

}  // namespace answerbox::daemon::mqtt
