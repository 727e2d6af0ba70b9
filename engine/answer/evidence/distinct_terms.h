// The set of a sentence's terms. Where their numbers are small, as all are in a
// small segment, a bit for each; else a hash table that is at most half full:
// to sort them takes ten times as long.
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

  // Forgets the terms of before. Precondition: numbers.size() <=
  // kMaxSentenceTerms. Time and cleared memory grow with the numbers.
  void Assign(std::span<const TermNumber> numbers) noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  [[nodiscard]] bool Contains(TermNumber number) const noexcept {
    if (number > most_) return false;
    return is_bits_ ? (slots_[number / 32] >> number % 32 & 1u) != 0
                    : slots_[SlotOf(number)] != kFree;
  }

 private:
  static constexpr TermNumber kFree = 0xFFFFFFFFu;  // No term has it.

  // Where `number` is in the hash table, or would be.
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
  unsigned shift_ = 0;  // Leaves the hash's bits that number a slot.
  std::size_t mask_ = 0;
  // Bits as far as most_, or the first mask_ + 1 slots of the hash table;
  // the rest stays uninitialised.
  std::array<TermNumber, 2 * kMaxSentenceTerms> slots_;
};

}  // namespace answerbox::engine
