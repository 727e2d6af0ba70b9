// Impacts bound the weights of a block's postings. An impact is a pair of a
// frequency and a chunk length. Invariant: for each posting of the block there
// is an impact whose frequency is no lower and whose length is no greater.
// BM25's weight rises with frequency and falls with length, so no posting
// weighs more than the heaviest impact, whatever the average length is
// ("block-max", Ding and Suel 2011; Lucene keeps the same pairs). Layout:
// docs/segment-format.md, "Impacts".
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace answerbox::engine {

// Greater frequencies and lengths are stored as these values.
inline constexpr std::uint32_t kMaxFrequency = 65535;
inline constexpr std::uint32_t kMaxChunkLength = 65535;

struct Impact {
  std::uint32_t frequency = 0;  // 0: an unused impact.
  std::uint32_t length = 0;     // The chunk's length in terms.

  friend bool operator==(const Impact&, const Impact&) = default;
};

inline constexpr std::size_t kImpactsPerBlock = 4;
inline constexpr std::size_t kImpactsBytes = 2 * kImpactsPerBlock;

// The impacts of a block, the highest frequency first, unused impacts last.
using Impacts = std::array<Impact, kImpactsPerBlock>;
[[nodiscard]] Impacts DecodeImpacts(const std::byte* from) noexcept;

// Computes the impacts of a block from its postings.
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

  // The shortest chunk length by frequency; the last bucket is for all higher
  // frequencies too.
  std::array<std::uint32_t, kBuckets> shortest_ = {kNone, kNone, kNone, kNone,
                                                   kNone, kNone, kNone, kNone};
  std::uint32_t highest_ = 0;
};

}  // namespace answerbox::engine
