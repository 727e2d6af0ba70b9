// Sorts the terms of a vocabulary by their bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/index/format/term_prefix.h"
#include "engine/index/terms/vocabulary.h"

namespace answerbox::engine {

// A term with its first bytes as a number, so that most comparisons need no
// string.
struct TermSortKey {
  std::uint64_t prefix = 0;  // PrefixOf the term.
  std::uint32_t vocabulary_number = 0;
};

// Allocates nothing.
void SortTerms(const Vocabulary& vocabulary, std::span<TermSortKey> keys);

// The number of each term of a vocabulary in the segment, which is its place in
// byte order.
class TermOrder {
 public:
  // Sets the order to that of the vocabulary's terms.
  void Sort(const Vocabulary& vocabulary);

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(keys_.size());
  }
  // Precondition here and below: the number is below size().
  [[nodiscard]] std::uint32_t VocabularyNumberOf(std::uint32_t term) const {
    return keys_[term].vocabulary_number;
  }
  // The term's first eight bytes, as LoadUpToEightBytes() gives them.
  [[nodiscard]] std::uint64_t FirstEight(std::uint32_t term) const {
    return FirstOfPrefix(keys_[term].prefix);
  }
  [[nodiscard]] std::uint32_t NumberOf(std::uint32_t vocabulary_number) const {
    return numbers_[vocabulary_number];
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return keys_.capacity() * sizeof(TermSortKey) +
           numbers_.capacity() * sizeof(std::uint32_t);
  }

 private:
  std::vector<TermSortKey> keys_;       // By term number.
  std::vector<std::uint32_t> numbers_;  // By vocabulary number.
};

}  // namespace answerbox::engine
