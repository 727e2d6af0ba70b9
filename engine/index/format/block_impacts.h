// What the postings of a block can weigh at most: pairs of a frequency and a
// chunk length such that for each posting there is a pair with no lower
// frequency and no greater length. A weight that rises with frequency and falls
// with length, as that of BM25 does, is then bounded by the greatest of the
// pairs' weights, whatever the average length ("block-max", Ding and Suel 2011;
// pairs as Lucene keeps them). Layout: docs/segment-format.md, "Impacts".
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace answerbox::engine {

// Occurrences of a term in a chunk, and terms of a chunk, are counted so far.
inline constexpr std::uint32_t kMaxFrequency = 65535;
inline constexpr std::uint32_t kMaxChunkLength = 65535;

struct Impact {
  std::uint32_t frequency = 0;  // 0: a pair that stands for nothing.
  std::uint32_t length = 0;     // Of the chunk, in terms.

  friend bool operator==(const Impact&, const Impact&) = default;
};

inline constexpr std::size_t kImpactsPerBlock = 4;
inline constexpr std::size_t kImpactsBytes = 2 * kImpactsPerBlock;

// Those of a block, by frequency, the highest first; unused ones last.
using Impacts = std::array<Impact, kImpactsPerBlock>;
[[nodiscard]] Impacts DecodeImpacts(const std::byte* from) noexcept;

// Gathers the postings of a block.
class ImpactCollector {
 public:
  // Precondition: frequency >= 1.
  void Add(std::uint32_t frequency, std::uint32_t length) noexcept {
    const std::size_t bucket = std::min(frequency, kBuckets) - 1;
    shortest_[bucket] = std::min(shortest_[bucket], length);
    highest_ = std::max(highest_, frequency);
  }

  // Writes kImpactsBytes of bounds at `to`. Precondition: a posting was added.
  void Encode(std::byte* to) const noexcept;

 private:
  static constexpr std::uint32_t kBuckets = 8;
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // The shortest chunk by frequency; the last bucket has all higher ones.
  std::array<std::uint32_t, kBuckets> shortest_ = {kNone, kNone, kNone, kNone,
                                                   kNone, kNone, kNone, kNone};
  std::uint32_t highest_ = 0;
};

}  // namespace answerbox::engine
