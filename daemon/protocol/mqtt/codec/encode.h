// Writes what a server sends. Appends to `out`, which may throw std::bad_alloc:
// then `out` is as before.
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

// The return code of 3.1.1 (section 3.2.2.3) for a reason. Absent where there
// is none: the connection is then closed without a word [MQTT-3.2.2-6].
[[nodiscard]] std::optional<std::uint8_t> ConnectReturnCode(
    ReasonCode reason) noexcept;

// In 3.1.1 the reason becomes a return code; nothing is appended where it has
// none. An error is never sent with a session present.
void EncodeConnectAcknowledgement(Version version,
                                  const ConnectAcknowledgement& packet,
                                  Output& out);

void EncodePublish(Version version, const Publish& packet, Output& out);
// The same without the payload, which must follow: its length counts.
void EncodePublishHead(Version version, const Publish& packet, Output& out);
// The bytes that it takes with its payload, to compare with a client's maximum
// packet size.
[[nodiscard]] std::size_t EncodedBytes(Version version,
                                       const Publish& packet) noexcept;

// In 5.0, reason and properties are left out where the standard allows it.
void EncodeAcknowledgement(Version version, const Acknowledgement& packet,
                           Output& out);

// `codes`: one for each filter of the request, in its order. In 3.1.1, SUBACK
// has 0x80 for every error and UNSUBACK has none.
void EncodeSubscribeAcknowledgement(Version version, PacketId packet_id,
                                    std::span<const ReasonCode> codes,
                                    Output& out);
void EncodeUnsubscribeAcknowledgement(Version version, PacketId packet_id,
                                      std::span<const ReasonCode> codes,
                                      Output& out);

void EncodePingResponse(Output& out);

// For 5.0 alone: a server of 3.1.1 closes the connection without a word.
void EncodeDisconnect(const Disconnect& packet, Output& out);

// The user properties of `properties`, encoded one after the other as a
// property list without its length; UserProperties reads it.
void EncodeUserProperties(const UserProperties& properties, Output& out);

}  // namespace answerbox::daemon::mqtt
