// Which segments to merge, decided from their sizes alone.
//
// Only neighbours are merged, so that documents keep their order. Segments fall
// into tiers by size, each tier eight times the one below. Eight neighbours of
// a tier (with smaller ones among them) become one segment. So every byte is
// rewritten about once per tier, and a collection has at most about seven
// segments per tier. A segment with more than a quarter of its documents
// removed is rewritten on its own, and so is one of an earlier version of the
// format.
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
  std::size_t merge_memory_bytes = 0;  // That merging it takes.
  bool has_old_version = false;
};

// Segments [begin, end) of the list that was given.
struct MergeRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend bool operator==(const MergeRange&, const MergeRange&) = default;
};

// The next merge in the background. Nothing when none is worth its work, or
// when no useful one fits into `memory_bytes`.
[[nodiscard]] std::optional<MergeRange> PlanMerge(
    std::span<const SegmentShape> segments, std::size_t memory_bytes);

// The next merge on the way to a single segment: as many neighbours as fit into
// `memory_bytes`, from the first place where two fit. Nothing when no two
// neighbours fit, or when a single segment does not fit.
// Precondition: at least one segment.
[[nodiscard]] std::optional<MergeRange> PlanCompaction(
    std::span<const SegmentShape> segments, std::size_t memory_bytes);

}  // namespace answerbox::daemon
