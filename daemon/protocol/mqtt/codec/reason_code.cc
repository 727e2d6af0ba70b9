#include "daemon/protocol/mqtt/codec/reason_code.h"

namespace answerbox::daemon::mqtt {

std::string_view ToString(ReasonCode code) noexcept {
  switch (code) {
    case ReasonCode::kSuccess:
      return "success";
    case ReasonCode::kGrantedQoS1:
      return "granted QoS 1";
    case ReasonCode::kGrantedQoS2:
      return "granted QoS 2";
    case ReasonCode::kDisconnectWithWill:
      return "disconnect with will message";
    case ReasonCode::kNoMatchingSubscribers:
      return "no matching subscribers";
    case ReasonCode::kNoSubscriptionExisted:
      return "no subscription existed";
    case ReasonCode::kContinueAuthentication:
      return "continue authentication";
    case ReasonCode::kReauthenticate:
      return "re-authenticate";
    case ReasonCode::kUnspecifiedError:
      return "unspecified error";
    case ReasonCode::kMalformedPacket:
      return "malformed packet";
    case ReasonCode::kProtocolError:
      return "protocol error";
    case ReasonCode::kImplementationSpecificError:
      return "implementation specific error";
    case ReasonCode::kUnsupportedProtocolVersion:
      return "unsupported protocol version";
    case ReasonCode::kClientIdNotValid:
      return "client identifier not valid";
    case ReasonCode::kBadUserNameOrPassword:
      return "bad user name or password";
    case ReasonCode::kNotAuthorized:
      return "not authorized";
    case ReasonCode::kServerUnavailable:
      return "server unavailable";
    case ReasonCode::kServerBusy:
      return "server busy";
    case ReasonCode::kBanned:
      return "banned";
    case ReasonCode::kServerShuttingDown:
      return "server shutting down";
    case ReasonCode::kBadAuthenticationMethod:
      return "bad authentication method";
    case ReasonCode::kKeepAliveTimeout:
      return "keep alive timeout";
    case ReasonCode::kSessionTakenOver:
      return "session taken over";
    case ReasonCode::kTopicFilterInvalid:
      return "topic filter invalid";
    case ReasonCode::kTopicNameInvalid:
      return "topic name invalid";
    case ReasonCode::kPacketIdInUse:
      return "packet identifier in use";
    case ReasonCode::kPacketIdNotFound:
      return "packet identifier not found";
    case ReasonCode::kReceiveMaximumExceeded:
      return "receive maximum exceeded";
    case ReasonCode::kTopicAliasInvalid:
      return "topic alias invalid";
    case ReasonCode::kPacketTooLarge:
      return "packet too large";
    case ReasonCode::kMessageRateTooHigh:
      return "message rate too high";
    case ReasonCode::kQuotaExceeded:
      return "quota exceeded";
    case ReasonCode::kAdministrativeAction:
      return "administrative action";
    case ReasonCode::kPayloadFormatInvalid:
      return "payload format invalid";
    case ReasonCode::kRetainNotSupported:
      return "retain not supported";
    case ReasonCode::kQoSNotSupported:
      return "QoS not supported";
    case ReasonCode::kUseAnotherServer:
      return "use another server";
    case ReasonCode::kServerMoved:
      return "server moved";
    case ReasonCode::kSharedNotSupported:
      return "shared subscriptions not supported";
    case ReasonCode::kConnectionRateExceeded:
      return "connection rate exceeded";
    case ReasonCode::kMaximumConnectTime:
      return "maximum connect time";
    case ReasonCode::kSubscriptionIdsNotSupported:
      return "subscription identifiers not supported";
    case ReasonCode::kWildcardsNotSupported:
      return "wildcard subscriptions not supported";
  }
  return "unknown reason";
}

}  // namespace answerbox::daemon::mqtt
