// The options byte of a subscription: MQTT 5.0, section 3.8.3.1. In 3.1.1 its
// bits 2 to 7 are reserved.
#pragma once

#include <cstdint>

#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

inline constexpr std::uint8_t kQoSBits = 0x03;
inline constexpr std::uint8_t kNoLocalBit = 0x04;
inline constexpr std::uint8_t kRetainAsPublishedBit = 0x08;
inline constexpr unsigned kRetainHandlingShift = 4;
inline constexpr std::uint8_t kRetainHandlingBits = 0x30;
inline constexpr std::uint8_t kReservedBits = 0xC0;

// A subscription without its filter. Precondition: the byte was accepted.
[[nodiscard]] constexpr Subscription WithOptions(
    std::uint8_t options) noexcept {
  return {.filter = {},
          .maximum_qos = static_cast<QoS>(options & kQoSBits),
          .is_no_local = (options & kNoLocalBit) != 0,
          .is_retain_as_published = (options & kRetainAsPublishedBit) != 0,
          .retain_handling = static_cast<RetainHandling>(
              (options & kRetainHandlingBits) >> kRetainHandlingShift)};
}

}  // namespace answerbox::daemon::mqtt
