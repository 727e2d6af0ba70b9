// Divides a whole number in proportion to weights, into whole numbers that add
// up to it exactly.
#pragma once

#include <cstdint>
#include <span>

namespace answerbox::daemon {

// Bounds of the amount and of the sum of weights: the products below fit in 64
// bits.
inline constexpr std::int64_t kMaxApportioned = (std::int64_t{1} << 43) - 1;
inline constexpr std::uint64_t kMaxTotalWeight = (std::uint64_t{1} << 40) - 1;

// floor(amount x weight / total), and the remainder, below `total`.
//   amount  0 to kMaxApportioned
//   weight  0 to `total`
//   total   1 to kMaxTotalWeight
struct Portion {
  std::int64_t whole = 0;
  std::uint64_t remainder = 0;
};
[[nodiscard]] Portion PortionOf(std::int64_t amount, std::uint64_t weight,
                                std::uint64_t total) noexcept;

// Fills `parts` by the method of largest remainders. Each part is its exact
// share, rounded down or up, and the parts add up to `amount`. Among equal
// remainders, the earlier part is rounded up.
//   amount   0 to kMaxApportioned
//   weights  [n], their sum 1 to kMaxTotalWeight
//   parts    [n]
// Takes O(n log n) and allocates n numbers.
void Apportion(std::int64_t amount, std::span<const std::uint64_t> weights,
               std::span<std::int64_t> parts);

}  // namespace answerbox::daemon
