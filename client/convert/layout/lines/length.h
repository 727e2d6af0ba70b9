// Lengths on a page. They are integers, so that comparisons give the same
// result on every machine.
#pragma once

#include <algorithm>
#include <cstdint>

namespace answerbox::client::layout {

// Hundredths of poppler's pixel, which is 1/108 inch. Within +-kMaxLength, so
// that sums of a few fit.
using Length = std::int32_t;

inline constexpr Length kMaxLength = 100'000'000;

[[nodiscard]] constexpr Length Pixels(int pixels) noexcept {
  return pixels * 100;
}

// Returns `percent` hundredths of `length`, rounded towards zero.
[[nodiscard]] constexpr Length Percent(std::int64_t length,
                                       int percent) noexcept {
  return static_cast<Length>(
      std::clamp<std::int64_t>(length * percent / 100, INT32_MIN, INT32_MAX));
}

// Returns the index of the stripe that a place lies in. Stripes are `step`
// pixels wide, with their middles at multiples of `step`.
[[nodiscard]] constexpr Length Stripe(Length place, int step) noexcept {
  const Length width = Pixels(step);
  const Length shifted = place + width / 2;
  return shifted >= 0 ? shifted / width : -((-shifted + width - 1) / width);
}

// Returns how far two intervals overlap; negative for the gap between them.
[[nodiscard]] constexpr Length Overlap(Length begin, Length end,
                                       Length other_begin,
                                       Length other_end) noexcept {
  return std::min(end, other_end) - std::max(begin, other_begin);
}

}  // namespace answerbox::client::layout
