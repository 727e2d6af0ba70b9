// Decides which segments to merge, from their sizes alone.
//
// Only neighbours are merged, so that documents keep their order. Segments fall
// into tiers by size, each tier eight times the one below. Eight neighbours of
// a tier (with smaller ones among them) become one segment. So every byte is
// rewritten about once per tier, and a collection has at most about seven
// segments per tier. A segment is rewritten on its own when more than a quarter
// of its documents are removed, or when its format has an earlier version.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace answerbox::daemon {

inline constexpr std::size_t kMergeWidth = 8;
inline constexpr std::uint64_t kLowestTierBytes = std::uint64_t{256} << 10;

struct SegmentShape {
  std::uint64_t file_bytes = 0;
  std::uint32_t documents = 0;
  std::uint32_t removed = 0;
  std::size_t merge_memory_bytes = 0;  // Memory for merging it.
  bool has_old_version = false;
};

// Segments [begin, end) of the given list.
struct MergeRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend bool operator==(const MergeRange&, const MergeRange&) = default;
};

// Returns the next merge in the background. Returns nothing when no merge is
// worth its work, or when no useful one fits into `memory_bytes`.
[[nodiscard]] std::optional<MergeRange> PlanMerge(
    std::span<const SegmentShape> segments, std::size_t memory_bytes);

// Returns the next merge on the way to a single segment: as many neighbours as
// fit into `memory_bytes`, from the first place where two fit. Returns nothing
// when no two neighbours fit, or when a single segment does not fit.
// Precondition: at least one segment.
[[nodiscard]] std::optional<MergeRange> PlanCompaction(
    std::span<const SegmentShape> segments, std::size_t memory_bytes);

}  // namespace answerbox::daemon
