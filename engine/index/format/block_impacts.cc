#include "engine/index/format/block_impacts.h"

#include <cassert>

namespace answerbox::engine {
namespace {

// Stands for this frequency and all greater ones.
constexpr std::uint32_t kManyFrequency = 255;

// Lengths below this are stored exactly, greater ones in steps, rounded down.
constexpr std::uint32_t kExactLengths = 128;
constexpr std::uint32_t kLengthStep = 8;

// Rounded down, never up: a shorter chunk weighs more, and an impact must not
// promise less than a posting weighs.
std::byte EncodeLength(std::uint32_t length) noexcept {
  if (length < kExactLengths) return static_cast<std::byte>(length);
  return static_cast<std::byte>(std::min<std::uint32_t>(
      255, kExactLengths + (length - kExactLengths) / kLengthStep));
}

std::uint32_t DecodeLength(std::byte byte) noexcept {
  const auto code = std::to_integer<std::uint32_t>(byte);
  if (code < kExactLengths) return code;
  return kExactLengths + (code - kExactLengths) * kLengthStep;
}

}  // namespace

Impacts DecodeImpacts(const std::byte* from) noexcept {
  Impacts impacts;
  for (Impact& impact : impacts) {
    impact.frequency = std::to_integer<std::uint32_t>(from[0]);
    // The exact frequency is lost, so the bound takes the greatest. It is
    // hardly looser, since BM25's weight hardly grows past a frequency of 255.
    if (impact.frequency == kManyFrequency) impact.frequency = kMaxFrequency;
    impact.length = DecodeLength(from[1]);
    from += 2;
  }
  return impacts;
}

// From the highest frequency down, a pair is needed only if its length is less
// than that of all pairs before. If there are more pairs than room, the highest
// frequencies share one pair, because weights rise slowest there.
void ImpactCollector::Encode(std::byte* to) const noexcept {
  assert(highest_ != 0);
  std::array<Impact, kBuckets> pairs;
  std::size_t count = 0;
  std::uint32_t shortest = kNone;
  for (std::uint32_t frequency = kBuckets; frequency != 0; --frequency) {
    if (shortest_[frequency - 1] >= shortest) continue;
    shortest = shortest_[frequency - 1];
    pairs[count++] = {frequency == kBuckets ? highest_ : frequency, shortest};
  }
  std::size_t first = 0;
  if (count > kImpactsPerBlock) {
    first = count - kImpactsPerBlock;
    pairs[first].frequency = pairs[0].frequency;
  }
  for (std::size_t i = 0; i < kImpactsPerBlock; ++i) {
    const Impact pair = first + i < count ? pairs[first + i] : Impact{};
    to[2 * i] =
        static_cast<std::byte>(std::min(pair.frequency, kManyFrequency));
    to[2 * i + 1] = EncodeLength(pair.length);
  }
}

}  // namespace answerbox::engine
