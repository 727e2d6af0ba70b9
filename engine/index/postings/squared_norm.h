// The square of a chunk vector's length, in profile paper.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/index/format/segment_layout.h"
#include "engine/index/postings/posting_list.h"

namespace answerbox::engine {

// `sum` plus the square of a term's weight, at most kMaxSquaredNorm.
[[nodiscard]] inline std::uint64_t AddSquare(std::uint64_t sum,
                                             std::uint32_t frequency,
                                             std::uint16_t idf) noexcept {
  // (2^31)^2 is kMaxSquaredNorm.
  constexpr std::uint64_t kMaxWeight = std::uint64_t{1} << 31;
  const std::uint64_t weight = std::min<std::uint64_t>(
      std::uint64_t{std::min(frequency, kMaxFrequency)} * idf, kMaxWeight);
  return std::min(sum + weight * weight, kMaxSquaredNorm);
}

}  // namespace answerbox::engine
