// What grade a language model gives to a passage. The model may write anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace answerbox::daemon {

// The grade, 0 to 5, by the first digit in the reply: it counts if it is 0 to 5
// and stands alone, that is
//   - neither a digit nor an ASCII letter stands beside it, nor a point or
//     comma before it, nor '%' after it;
//   - after it there is no '.', ',', ':', '-' or en dash with a digit behind
//     ("4.5", "4-5"), nor '/' with anything but the single digit 5 ("4/5").
// What follows is not read: a digit that does not count is not made good by
// another one. A reply without a digit that refuses ("unanswerable", see
// engine/exam/key_verification.h) is grade 0. Any other is ill-formed: nothing.
[[nodiscard]] std::optional<std::uint8_t> ReadRating(
    std::string_view reply) noexcept;

}  // namespace answerbox::daemon
