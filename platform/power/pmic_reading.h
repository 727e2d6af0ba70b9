// The text in which the Raspberry Pi 5's firmware gives the measurements of its
// power management chip (command "pmic_read_adc"). Two forms are understood:
//
//      3V3_SYS_A current(1)=0.12687090A       one line for each value, as all
//      3V3_SYS_V volt(9)=3.32580900V          captures from boards have it
//
//      VDD_CORE  0.8800V  1.2300A             one line for each rail, as other
//                                             programs report it
//
// The text comes from outside: whatever does not fit makes the whole reading
// malformed, for a rail that was passed over would make power too low.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "platform/error.h"

namespace answerbox::platform {

// More lines of rails are malformed. The chip has 12 and two voltages.
inline constexpr std::size_t kMaxPmicRails = 32;

struct PmicReading {
  std::size_t rails = 0;     // Those with voltage and current.
  std::uint64_t sum_uw = 0;  // Of voltage x current, below 32 x 10^10.
};

// Values are below 100 V and 100 A and have up to 9 decimals; they are rounded
// to microvolts and microamperes. EXT5V (the supply) and BATT (the clock's
// cell) are no consumers and left out. Errors: MalformedReading; `Error::path`
// is the command. Allocates nothing unless there is an error.
[[nodiscard]] Result<PmicReading> ParsePmicReading(std::string_view text);

}  // namespace answerbox::platform
