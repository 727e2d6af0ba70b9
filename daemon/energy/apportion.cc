#include "daemon/energy/apportion.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <vector>

namespace answerbox::daemon {
namespace {

// Half the digits of a weight.
constexpr int kHalfBits = 20;
constexpr std::uint64_t kLowHalf = (std::uint64_t{1} << kHalfBits) - 1;

}  // namespace

Portion PortionOf(std::int64_t amount, std::uint64_t weight,
                  std::uint64_t total) noexcept {
  assert(amount >= 0 && amount <= kMaxApportioned);
  assert(weight <= total && total >= 1 && total <= kMaxTotalWeight);
  // Long division with two digits of 20 bits: amount x digit is below 2^63, a
  // remainder and the next digit together below 2^60 + 2^63.
  const auto dividend = static_cast<std::uint64_t>(amount);
  const std::uint64_t high = dividend * (weight >> kHalfBits);
  const std::uint64_t low =
      (high % total << kHalfBits) + dividend * (weight & kLowHalf);
  const std::uint64_t whole = (high / total << kHalfBits) + low / total;
  return {static_cast<std::int64_t>(whole), low % total};
}

void Apportion(std::int64_t amount, std::span<const std::uint64_t> weights,
               std::span<std::int64_t> parts) {
  assert(weights.size() == parts.size());
  const std::uint64_t total =
      std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  std::vector<std::uint64_t> remainders(weights.size());
  std::int64_t left = amount;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Portion portion = PortionOf(amount, weights[i], total);
    parts[i] = portion.whole;
    remainders[i] = portion.remainder;
    left -= portion.whole;
  }
  // The units left are fewer than the parts with a remainder.
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&remainders](std::size_t a, std::size_t b) {
                     return remainders[a] > remainders[b];
                   });
  for (std::size_t i = 0; left > 0; ++i, --left) ++parts[order[i]];
}

}  // namespace answerbox::daemon
