// The lower four bits of the first byte of a packet: MQTT 5.0, section 2.1.3.
#pragma once

#include <cstdint>

namespace answerbox::daemon::mqtt {

// Of PUBLISH.
inline constexpr std::uint8_t kRetainFlag = 0x01;
inline constexpr unsigned kPublishQoSShift = 1;
inline constexpr std::uint8_t kPublishQoSFlags = 0x06;
inline constexpr std::uint8_t kDuplicateFlag = 0x08;

// Those of PUBREL, SUBSCRIBE and UNSUBSCRIBE; all other packets have none.
inline constexpr std::uint8_t kRequestFlags = 0x02;

}  // namespace answerbox::daemon::mqtt
