#include "engine/answer/distinct_terms.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace answerbox::engine {

void DistinctTerms::Assign(std::span<const TermNumber> numbers) noexcept {
  assert(numbers.size() <= kMaxSentenceTerms);
  const std::size_t slots = 2 * std::max<std::size_t>(numbers.size(), 1);
  const auto bits = static_cast<unsigned>(std::bit_width(slots - 1));
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
