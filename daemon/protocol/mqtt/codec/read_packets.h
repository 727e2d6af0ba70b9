// Reads the bodies of packets, one function for each. An error stays in
// `reader`, and what is returned then is not to be used.
#pragma once

#include <cstdint>

#include "daemon/protocol/mqtt/codec/packet.h"
#include "daemon/protocol/mqtt/codec/reader.h"

namespace answerbox::daemon::mqtt {

// Protocol name, level and all that follows. Once the level is known, errors
// name the version to answer in.
[[nodiscard]] Connect ReadConnect(Reader& reader) noexcept;

//   flags  of the fixed header, which ReadFrame has checked
[[nodiscard]] Publish ReadPublish(Version version, std::uint8_t flags,
                                  Reader& reader) noexcept;

[[nodiscard]] Acknowledgement ReadAcknowledgement(Version version,
                                                  PacketType type,
                                                  Reader& reader) noexcept;

[[nodiscard]] Subscribe ReadSubscribe(Version version, Reader& reader) noexcept;
[[nodiscard]] Unsubscribe ReadUnsubscribe(Version version,
                                          Reader& reader) noexcept;

[[nodiscard]] Disconnect ReadDisconnect(Version version,
                                        Reader& reader) noexcept;
[[nodiscard]] Authenticate ReadAuthenticate(Version version,
                                            Reader& reader) noexcept;

// A packet id, which is not 0 [MQTT-2.2.1-3].
[[nodiscard]] PacketId ReadPacketId(Reader& reader) noexcept;

}  // namespace answerbox::daemon::mqtt
