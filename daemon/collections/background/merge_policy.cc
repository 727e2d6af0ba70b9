#include "daemon/collections/background/merge_policy.h"

#include <algorithm>

namespace answerbox::daemon {
namespace {

unsigned Tier(std::uint64_t file_bytes) {
  unsigned tier = 0;
  // Sizes within a tier differ by a factor of kMergeWidth at most. So each
  // document is copied once per tier.
  for (; file_bytes >= kLowestTierBytes; file_bytes /= kMergeWidth) ++tier;
  return tier;
}

// Returns the most segments at the end of the range that fit into
// `memory_bytes`. The end is used because the newest segments are the smallest.
MergeRange FitFromEnd(std::span<const SegmentShape> segments, MergeRange range,
                      std::size_t memory_bytes) {
  std::size_t begin = range.end;
  while (begin > range.begin &&
         segments[begin - 1].merge_memory_bytes <= memory_bytes) {
    memory_bytes -= segments[--begin].merge_memory_bytes;
  }
  return {begin, range.end};
}

// Returns the longest run of segments from `begin` on whose tiers are at most
// `tier`.
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
    // Smaller segments within the run are merged too, but do not cause a merge:
    // it would copy the large ones for little gain.
    if (of_tier >= static_cast<std::ptrdiff_t>(kMergeWidth)) {
      const MergeRange fitting = FitFromEnd(segments, run, memory_bytes);
      if (fitting.end - fitting.begin >= 2) return fitting;
    }
    // The segment at the end of the run has a higher tier, so no run of this
    // tier begins there.
    begin = run.end + 1;
  }
  return std::nullopt;
}

// Rewriting is worth it once a quarter of what questions read is removed. A
// segment of an earlier version gets the new parts of the format by being
// rewritten.
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
  // The lowest tier comes first: its merges are cheap, and it has the most
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
  // A single segment is rewritten to drop removed documents. Among several,
  // rewriting one would never end.
  const std::size_t least = segments.size() == 1 ? 1 : 2;
  for (std::size_t begin = 0; begin + least <= segments.size(); ++begin) {
    std::size_t left = memory_bytes;
    std::size_t end = begin;
    // Takes as many segments as fit. Later rounds merge the results.
    while (end < segments.size() && segments[end].merge_memory_bytes <= left) {
      left -= segments[end++].merge_memory_bytes;
    }
    if (end - begin >= least) return MergeRange{begin, end};
  }
  return std::nullopt;
}

}  // namespace answerbox::daemon
