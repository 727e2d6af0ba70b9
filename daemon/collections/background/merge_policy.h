// Which segments to merge, decided from their sizes alone.
//
// Only neighbours are merged, so that documents keep their order. Segments fall
// into tiers by size, each tier eight times the one below; eight neighbours of
// a tier (with smaller ones among them) become one. Every byte is so rewritten
// about once per tier, and a collection has about seven segments per tier at
// most. A segment with more than a quarter of its documents removed is
// rewritten on its own.
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
  std::size_t merge_memory_bytes = 0;  // This segment's share.
};

// Segments [begin, end) of those asked about.
struct MergeRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend bool operator==(const MergeRange&, const MergeRange&) = default;
};

// What merging in the background should do next; nothing when all is well, or
// nothing useful fits into `memory_bytes`.
[[nodiscard]] std::optional<MergeRange> PlanMerge(
    std::span<const SegmentShape> segments, std::size_t memory_bytes);

// The next step on the way to one segment: as many neighbours as fit into
// `memory_bytes`, from the first that has one that fits. Nothing: no two
// neighbours fit, or a single segment does not.
// Precondition: at least one segment.
[[nodiscard]] std::optional<MergeRange> PlanCompaction(
    std::span<const SegmentShape> segments, std::size_t memory_bytes);

}  // namespace answerbox::daemon
