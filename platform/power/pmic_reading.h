// Parses the measurements of the Raspberry Pi 5's power management chip, which
// the firmware gives as text (command "pmic_read_adc"). Two forms are accepted:
//
//      3V3_SYS_A current(1)=0.12687090A       one line for each value, as all
//      3V3_SYS_V volt(9)=3.32580900V          captures from boards have it
//
//      VDD_CORE  0.8800V  1.2300A             one line for each rail, as other
//                                             programs report it
//
// A text that does not match entirely is malformed: ignoring one rail would
// make the power too low.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "platform/error.h"

namespace answerbox::platform {

// A text with more rails is malformed. The chip has 12 rails and two voltages.
inline constexpr std::size_t kMaxPmicRails = 32;

struct PmicReading {
  std::size_t rails = 0;     // Rails with voltage and current.
  std::uint64_t sum_uw = 0;  // Sum of voltage x current, below 32 x 10^10.
};

// Values are below 100 V and 100 A, with up to 9 decimals; they are rounded to
// microvolts and microamperes. EXT5V (the supply) and BATT (the clock's
// battery) are not consumers and are left out. Errors: MalformedReading;
// `Error::path` is the command. Allocates nothing unless there is an error.
[[nodiscard]] Result<PmicReading> ParsePmicReading(std::string_view text);

}  // namespace answerbox::platform
