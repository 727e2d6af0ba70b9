// A set of numbers, such as term prefixes (term_prefix.h), as a Bloom filter
// with one hash: it has all that were added, and seems to have a few others.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/numeric/arena.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {

class PrefixFilter {
 public:
  // For `count` numbers. About one in a hundred others seems to be there.
  // Throws std::bad_alloc past the arena.
  PrefixFilter(std::size_t count, Arena& arena)
      : bits_(MakeSpan<std::uint64_t>(arena, std::bit_ceil(count + 1))),
        shift_(64 - std::countr_zero(64 * bits_.size())) {}

  void Add(std::uint64_t number) noexcept {
    const std::size_t place = PlaceOf(number);
    bits_[place / 64] |= std::uint64_t{1} << place % 64;
  }

  [[nodiscard]] bool MayHave(std::uint64_t number) const noexcept {
    const std::size_t place = PlaceOf(number);
    return (bits_[place / 64] >> place % 64 & 1) != 0;
  }

 private:
  // Multiplicative hashing by the golden ratio (Knuth, The Art of Computer
  // Programming, volume 3, section 6.4).
  [[nodiscard]] std::size_t PlaceOf(std::uint64_t number) const noexcept {
    return static_cast<std::size_t>(number * 0x9E3779B97F4A7C15u >> shift_);
  }

  std::span<std::uint64_t> bits_;
  int shift_;
};

}  // namespace answerbox::engine
