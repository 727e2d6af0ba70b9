// The set of a sentence's terms. If their numbers are small, as in a small
// segment, it has a bit for each number; else it is a hash table that is at
// most half full. Sorting the terms would take ten times as long.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {

class DistinctTerms {
 public:
  DistinctTerms() noexcept { Assign({}); }

  // Replaces the set. Precondition: numbers.size() <= kMaxSentenceTerms. Linear
  // in their count, or in the greatest number / 32 if there is a bit for each.
  void Assign(std::span<const TermNumber> numbers) noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  [[nodiscard]] bool Contains(TermNumber number) const noexcept {
    if (number > most_) return false;
    return is_bits_ ? (slots_[number / 32] >> number % 32 & 1u) != 0
                    : slots_[SlotOf(number)] != kFree;
  }

 private:
  static constexpr TermNumber kFree = 0xFFFFFFFFu;  // No term has this number.

  // The slot of `number` in the hash table, or the free slot where it belongs.
  [[nodiscard]] std::size_t SlotOf(TermNumber number) const noexcept {
    std::size_t slot = number * 0x9E3779B1u >> shift_;
    while (slots_[slot] != number && slots_[slot] != kFree) {
      slot = (slot + 1) & mask_;
    }
    return slot;
  }
  void AssignBits(std::span<const TermNumber> numbers) noexcept;
  void AssignHashes(std::span<const TermNumber> numbers) noexcept;

  std::uint32_t size_ = 0;
  TermNumber most_ = 0;  // No number is greater.
  bool is_bits_ = true;
  unsigned shift_ =
      0;  // Shifts a hash so that the bits of a slot's number remain.
  std::size_t mask_ = 0;
  // Bits as far as most_, or the first mask_ + 1 slots of the hash table;
  // the rest stays uninitialised.
  std::array<TermNumber, 2 * kMaxSentenceTerms> slots_;
};

}  // namespace answerbox::engine
