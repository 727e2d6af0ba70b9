// Weights of BM25, in a table of 4 KiB for common frequencies and lengths, so
// that the division is done once for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/numeric/arena_span.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

template <typename A>
class Bm25Weights {
 public:
  // Takes the table from the arena if the collection has enough chunks to make
  // use of it. Throws std::bad_alloc past the arena.
  Bm25Weights(const TermLookup& lookup, Arena& arena)
      : saturation_(lookup),
        table_(MakeSpan<typename A::Score>(
            arena, lookup.chunks() < kLengths ? 0 : kLengths * kFrequencies)) {}

  // The same as Bm25Saturation::Weight, to the bit.
  [[nodiscard]] typename A::Score operator()(std::uint32_t frequency,
                                             std::uint32_t length) noexcept {
    const auto known = Known(frequency, length);
    return known == typename A::Score{} ? Compute(frequency, length) : known;
  }

  // The weight if it is in the table; 0 if it is not, or if the weight is 0.
  [[nodiscard]] typename A::Score Known(std::uint32_t frequency,
                                        std::uint32_t length) const noexcept {
    const std::size_t at = Place(frequency, length);
    return frequency <= kFrequencies && at < table_.size()
               ? table_[at]
               : typename A::Score{};
  }

 private:
  static std::size_t Place(std::uint32_t frequency, std::uint32_t length) {
    return std::size_t{length} * kFrequencies + frequency - 1;
  }

  typename A::Score Compute(std::uint32_t frequency,
                            std::uint32_t length) noexcept {
    const auto weight = saturation_.Weight<A>(frequency, length);
    const std::size_t at = Place(frequency, length);
    if (frequency <= kFrequencies && at < table_.size()) table_[at] = weight;
    return weight;
  }

  static constexpr std::size_t kFrequencies = 4;
  static constexpr std::size_t kLengths = 256;

  Bm25Saturation saturation_;
  std::span<typename A::Score>
      table_;  // [length][frequency - 1]; 0: not computed.
};

}  // namespace answerbox::engine
