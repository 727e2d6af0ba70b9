// Dividing a whole number among claims in proportion to their weights, so that
// the parts are whole numbers and add up to it exactly.
#pragma once

#include <cstdint>
#include <span>

namespace answerbox::daemon {

// What Apportion can divide, and among how much: products fit in 64 bits.
inline constexpr std::int64_t kMaxApportioned = (std::int64_t{1} << 43) - 1;
inline constexpr std::uint64_t kMaxTotalWeight = (std::uint64_t{1} << 40) - 1;

// floor(amount x weight / total) and what is left of it, below `total`.
//   amount  0 to kMaxApportioned
//   weight  0 to `total`
//   total   1 to kMaxTotalWeight
struct Portion {
  std::int64_t whole = 0;
  std::uint64_t remainder = 0;
};
[[nodiscard]] Portion PortionOf(std::int64_t amount, std::uint64_t weight,
                                std::uint64_t total) noexcept;

// Fills `parts` by the method of largest remainders: each is its exact share,
// rounded down or up, and they add up to `amount`. Of equal remainders the
// earlier is rounded up.
//   amount   0 to kMaxApportioned
//   weights  [n], their sum 1 to kMaxTotalWeight
//   parts    [n]
// Takes O(n log n) and allocates n numbers.
void Apportion(std::int64_t amount, std::span<const std::uint64_t> weights,
               std::span<std::int64_t> parts);

}  // namespace answerbox::daemon
