// Encodes what a server sends. Each function appends to `out`, which may throw
// std::bad_alloc; then `out` is as before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>

#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

using Output = std::pmr::string;

struct ConnectAcknowledgement {
  bool is_session_present = false;
  ReasonCode reason = ReasonCode::kSuccess;
  Properties properties;
};

// Returns the return code of 3.1.1 (section 3.2.2.3) for a reason; nothing if
// there is none. The connection then closes without a CONNACK [MQTT-3.2.2-6].
[[nodiscard]] std::optional<std::uint8_t> ConnectReturnCode(
    ReasonCode reason) noexcept;

// In 3.1.1 the reason becomes a return code; if there is none, nothing is
// appended. An error is never sent with a session present.
void EncodeConnectAcknowledgement(Version version,
                                  const ConnectAcknowledgement& packet,
                                  Output& out);

void EncodePublish(Version version, const Publish& packet, Output& out);
// Encodes a PUBLISH without its payload, which must follow: its length counts.
void EncodePublishHead(Version version, const Publish& packet, Output& out);
// Returns the bytes of the packet with its payload, to compare with a client's
// maximum packet size.
[[nodiscard]] std::size_t EncodedBytes(Version version,
                                       const Publish& packet) noexcept;

// In 5.0, reason and properties are left out where the standard allows it.
void EncodeAcknowledgement(Version version, const Acknowledgement& packet,
                           Output& out);

// `codes` holds one code for each filter of the request, in its order. In
// 3.1.1, SUBACK has 0x80 for every error, and UNSUBACK has no codes.
void EncodeSubscribeAcknowledgement(Version version, PacketId packet_id,
                                    std::span<const ReasonCode> codes,
                                    Output& out);
void EncodeUnsubscribeAcknowledgement(Version version, PacketId packet_id,
                                      std::span<const ReasonCode> codes,
                                      Output& out);

void EncodePingResponse(Output& out);

// Only for 5.0: a server of 3.1.1 closes the connection without a packet.
void EncodeDisconnect(const Disconnect& packet, Output& out);

// Appends the user properties of `properties`, encoded as a property list
// without its length; UserProperties reads it.
void EncodeUserProperties(const UserProperties& properties, Output& out);

}  // namespace answerbox::daemon::mqtt
