#include "engine/answer/evidence/distinct_terms.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace answerbox::engine {

void DistinctTerms::Assign(std::span<const TermNumber> numbers) noexcept {
  assert(numbers.size() <= kMaxSentenceTerms);
  most_ = 0;
  for (const TermNumber number : numbers) most_ |= number;
  // Use bits if clearing them is not more work than clearing a hash table.
  is_bits_ = most_ / 32 < 2 * std::max<std::size_t>(numbers.size(), 1);
  if (is_bits_) {
    AssignBits(numbers);
  } else {
    AssignHashes(numbers);
  }
}

// No branch: the processor cannot predict whether a word occurs again.
void DistinctTerms::AssignBits(std::span<const TermNumber> numbers) noexcept {
  std::fill_n(slots_.begin(), most_ / 32 + 1, 0u);
  size_ = 0;
  for (const TermNumber number : numbers) {
    std::uint32_t& bits = slots_[number / 32];
    size_ += ~(bits >> number % 32) & 1u;
    bits |= std::uint32_t{1} << number % 32;
  }
}

// Half full at most, so that a search ends soon at a free slot.
void DistinctTerms::AssignHashes(std::span<const TermNumber> numbers) noexcept {
  const auto bits =
      static_cast<unsigned>(std::bit_width(2 * numbers.size() - 1));
  shift_ = 32 - bits;
  mask_ = (std::size_t{1} << bits) - 1;
  std::fill_n(slots_.begin(), mask_ + 1, kFree);
  size_ = 0;
  for (const TermNumber number : numbers) {
    TermNumber& slot = slots_[SlotOf(number)];
    size_ += slot == kFree ? 1 : 0;
    slot = number;
  }
}

}  // namespace answerbox::engine
