// The exponential function, with integers only, so every machine gets the same
// bits.
#pragma once

#include <cstdint>

namespace answerbox::engine {

// exp(x) in unsigned Q16, for x in signed Q12, at most 0; never falls as x
// rises. Within 2^-11 of the exact value.
[[nodiscard]] std::int32_t ExpQ16(std::int32_t x) noexcept;

}  // namespace answerbox::engine
