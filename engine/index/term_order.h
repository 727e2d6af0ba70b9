// Puts the terms of a vocabulary into the order of their bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/index/vocabulary.h"
#include "engine/text/eight_bytes.h"

namespace answerbox::engine {

// A term by its first bytes, so that most comparisons need no string.
struct TermSortKey {
  std::uint64_t prefix = 0;  // TermPrefixOf().
  std::uint32_t vocabulary_number = 0;
};

// The first eight bytes, the first one highest, so that numbers compare as
// strings do. Behind a shorter term are zeros, which no term contains.
[[nodiscard]] inline std::uint64_t TermPrefixOf(
    std::string_view term) noexcept {
  return __builtin_bswap64(LoadUpToEightBytes(term.data(), term.size()));
}

// Allocates nothing.
void SortTerms(const Vocabulary& vocabulary, std::span<TermSortKey> keys);

}  // namespace answerbox::engine
