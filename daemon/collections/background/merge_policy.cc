#include "daemon/collections/background/merge_policy.h"

#include <algorithm>

namespace answerbox::daemon {
namespace {

unsigned Tier(std::uint64_t file_bytes) {
  unsigned tier = 0;
  // Sizes of a tier differ by a factor of kMergeWidth at most, so that each
  // document is copied once a tier, and in all as often as there are tiers.
  for (; file_bytes >= kLowestTierBytes; file_bytes /= kMergeWidth) ++tier;
  return tier;
}

// The most segments at the end of the range that fit into `memory_bytes`. The
// end is taken because the newest segments are the smallest.
MergeRange FitFromEnd(std::span<const SegmentShape> segments, MergeRange range,
                      std::size_t memory_bytes) {
  std::size_t begin = range.end;
  while (begin > range.begin &&
         segments[begin - 1].merge_memory_bytes <= memory_bytes) {
    memory_bytes -= segments[--begin].merge_memory_bytes;
  }
  return {begin, range.end};
}

// The longest run of segments from `begin` on whose tiers are at most `tier`.
MergeRange RunFrom(std::span<const SegmentShape> segments, std::size_t begin,
                   unsigned tier) {
  std::size_t end = begin;
  while (end < segments.size() && Tier(segments[end].file_bytes) <= tier) ++end;
  return {begin, end};
}

std::optional<MergeRange> PlanTier(std::span<const SegmentShape> segments,
                                   unsigned tier, std::size_t memory_bytes) {
  for (std::size_t begin = 0; begin < segments.size();) {
    const MergeRange run = RunFrom(segments, begin, tier);
    const auto members = segments.subspan(run.begin, run.end - run.begin);
    const auto of_tier = std::count_if(
        members.begin(), members.end(),
        [&](const auto& shape) { return Tier(shape.file_bytes) == tier; });
    // Smaller segments within the run go along, but they do not make a merge:
    // it would copy the large ones for little.
    if (of_tier >= static_cast<std::ptrdiff_t>(kMergeWidth)) {
      const MergeRange fitting = FitFromEnd(segments, run, memory_bytes);
      if (fitting.end - fitting.begin >= 2) return fitting;
    }
    // The segment at the end of the run is of a higher tier, so no run of this
    // tier begins there.
    begin = run.end + 1;
  }
  return std::nullopt;
}

// Once a quarter of what questions read is no longer there. A segment of an
// earlier version gets what later versions have by being written anew.
bool IsWorthRewriting(const SegmentShape& segment) {
  return segment.removed > segment.documents / 4 || segment.has_old_version;
}

}  // namespace

std::optional<MergeRange> PlanMerge(std::span<const SegmentShape> segments,
                                    std::size_t memory_bytes) {
  unsigned highest = 0;
  for (const SegmentShape& segment : segments) {
    highest = std::max(highest, Tier(segment.file_bytes));
  }
  // The lowest tier first: its merges are cheap, and there are most of its
  // segments.
  for (unsigned tier = 0; tier <= highest; ++tier) {
    if (auto range = PlanTier(segments, tier, memory_bytes)) return range;
  }
  for (std::size_t at = 0; at < segments.size(); ++at) {
    if (IsWorthRewriting(segments[at]) &&
        segments[at].merge_memory_bytes <= memory_bytes) {
      return MergeRange{at, at + 1};
    }
  }
  return std::nullopt;
}

std::optional<MergeRange> PlanCompaction(std::span<const SegmentShape> segments,
                                         std::size_t memory_bytes) {
  // One segment alone is written anew to drop what was removed; among several,
  // rewriting one would not end.
  const std::size_t least = segments.size() == 1 ? 1 : 2;
  for (std::size_t begin = 0; begin + least <= segments.size(); ++begin) {
    std::size_t left = memory_bytes;
    std::size_t end = begin;
    // As many as fit. Later rounds merge the results.
    while (end < segments.size() && segments[end].merge_memory_bytes <= left) {
      left -= segments[end++].merge_memory_bytes;
    }
    if (end - begin >= least) return MergeRange{begin, end};
  }
  return std::nullopt;
}

}  // namespace answerbox::daemon
