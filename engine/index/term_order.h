// Puts the terms of a vocabulary into the order of their bytes.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/vocabulary.h"

namespace answerbox::engine {

// A term by its first bytes, so that most comparisons need no string.
struct TermSortKey {
  std::uint64_t prefix = 0;  // PrefixOf the term.
  std::uint32_t vocabulary_number = 0;
};

// Allocates nothing.
void SortTerms(const Vocabulary& vocabulary, std::span<TermSortKey> keys);

}  // namespace answerbox::engine
