// Packets that consist of a reason and what explains it: acknowledgements,
// DISCONNECT and AUTH.
#include <algorithm>
#include <array>
#include <span>

#include "daemon/protocol/mqtt/codec/read_packets.h"
#include "daemon/protocol/mqtt/codec/read_properties.h"

namespace answerbox::daemon::mqtt {
namespace {

using enum ReasonCode;

// What a client may give as its reason: tables 3-4 to 3-7, 3-10 and 3-11.
constexpr std::array kOfReceipt = {
    kSuccess,       kNoMatchingSubscribers, kUnspecifiedError,
    kNotAuthorized, kTopicNameInvalid,      kImplementationSpecificError,
    kPacketIdInUse, kQuotaExceeded,         kPayloadFormatInvalid};
constexpr std::array kOfRelease = {kSuccess, kPacketIdNotFound};
constexpr std::array kOfDisconnect = {kSuccess,
                                      kDisconnectWithWill,
                                      kUnspecifiedError,
                                      kMalformedPacket,
                                      kProtocolError,
                                      kImplementationSpecificError,
                                      kTopicNameInvalid,
                                      kReceiveMaximumExceeded,
                                      kTopicAliasInvalid,
                                      kPacketTooLarge,
                                      kMessageRateTooHigh,
                                      kQuotaExceeded,
                                      kAdministrativeAction,
                                      kPayloadFormatInvalid};
constexpr std::array kOfAuthenticate = {kContinueAuthentication,
                                        kReauthenticate};

struct ReasonAndProperties {
  ReasonCode reason = kSuccess;
  Properties properties;
};

// Both may be left out from the end of a packet: reason kSuccess then.
ReasonAndProperties ReadReason(PacketType type,
                               std::span<const ReasonCode> allowed,
                               Reader& reader) noexcept {
  ReasonAndProperties read;
  if (!reader.empty()) read.reason = static_cast<ReasonCode>(reader.Byte());
  if (std::ranges::find(allowed, read.reason) == allowed.end()) {
    reader.Fail(kMalformedPacket,
                "the reason code is none that a client gives here");
  }
  if (!reader.empty()) read.properties = ReadProperties(In(type), reader);
  return read;
}

}  // namespace

PacketId ReadPacketId(Reader& reader) noexcept {
  const PacketId packet_id = reader.TwoByteInteger();
  if (packet_id == 0) reader.Fail(kMalformedPacket, "the packet id is 0");
  return packet_id;
}

Acknowledgement ReadAcknowledgement(Version version, PacketType type,
                                    Reader& reader) noexcept {
  Acknowledgement acknowledgement;
  acknowledgement.type = type;
  acknowledgement.packet_id = ReadPacketId(reader);
  if (version == Version::k311) return acknowledgement;
  const bool is_receipt = type == PacketType::kPublishAcknowledgement ||
                          type == PacketType::kPublishReceived;
  const std::span<const ReasonCode> allowed =
      is_receipt ? std::span<const ReasonCode>(kOfReceipt)
                 : std::span<const ReasonCode>(kOfRelease);
  const ReasonAndProperties read = ReadReason(type, allowed, reader);
  acknowledgement.reason = read.reason;
  acknowledgement.properties = read.properties;
  return acknowledgement;
}

Disconnect ReadDisconnect(Version version, Reader& reader) noexcept {
  if (version == Version::k311) return {};
  const ReasonAndProperties read =
      ReadReason(PacketType::kDisconnect, kOfDisconnect, reader);
  if (read.properties.server_reference) {
    reader.Fail(kProtocolError, "DISCONNECT: a client names no other server");
  }
  return {.reason = read.reason, .properties = read.properties};
}

Authenticate ReadAuthenticate(Version version, Reader& reader) noexcept {
  if (version == Version::k311) {
    reader.Fail(kMalformedPacket, "MQTT 3.1.1 has no packets of type 15");
    return {};
  }
  const ReasonAndProperties read =
      ReadReason(PacketType::kAuthenticate, kOfAuthenticate, reader);
  if (!read.properties.authentication_method) {
    reader.Fail(kProtocolError, "AUTH: there is no authentication method");
  }
  return {.reason = read.reason, .properties = read.properties};
}

}  // namespace answerbox::daemon::mqtt
