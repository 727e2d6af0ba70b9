#include "engine/numeric/integer_exponential.h"

#include <array>
#include <cassert>
#include <cstddef>

namespace answerbox::engine {
namespace {

// 65536 * 2^(-i / 16), for i = 0 to 16.
constexpr std::array<std::int32_t, 17> kPowers = {
    65536, 62757, 60097, 57549, 55109, 52773, 50535, 48393, 46341,
    44376, 42495, 40693, 38968, 37316, 35734, 34219, 32768};

constexpr int kPowerBits = 12;
constexpr int kStepBits = 8;  // 4096 / 16 steps.

}  // namespace

std::int32_t ExpQ16(std::int32_t x) noexcept {
  assert(x <= 0);
  // -x * log2(e), in Q12; log2(e) is 5909.27 in Q12.
  const std::int64_t power = -std::int64_t{x} * 94548 >> 16;
  const std::int64_t halvings = power >> kPowerBits;
  if (halvings > 16) return 0;
  const auto fraction =
      static_cast<std::int32_t>(power & ((1 << kPowerBits) - 1));
  const auto step = static_cast<std::size_t>(fraction >> kStepBits);
  const std::int32_t rest = fraction & ((1 << kStepBits) - 1);
  const std::int32_t value =
      kPowers[step] +
      (kPowers[step + 1] - kPowers[step]) * rest / (1 << kStepBits);
  return value >> halvings;
}

}  // namespace answerbox::engine
