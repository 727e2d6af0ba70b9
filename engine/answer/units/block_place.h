// Where a sentence stands in the blocks of its document: in a paragraph, an
// item, a row, a lead-in.
#pragma once

#include <cstdint>

#include "engine/index/reading/segment_reader.h"
#include "engine/result.h"

namespace answerbox::engine {

enum class PlaceKind : std::uint8_t {
  kText,  // A paragraph or the like, or no block.
  kLeadIn,
  kItem,
  kRow,
};

struct BlockPlace {
  // Numbers of blocks, plus one; 0: none.
  std::uint32_t block = 0;       // The paragraph, item, row or lead-in.
  std::uint32_t list = 0;        // The innermost list.
  std::uint32_t outer_list = 0;  // The outermost one.
  std::uint32_t table = 0;
  PlaceKind kind = PlaceKind::kText;
  std::uint8_t level = 0;  // Of an item: how many lists hold it.
};

// Logarithmic in the document's blocks. Errors: kTruncated, kCorrupt.
[[nodiscard]] Result<BlockPlace> FindBlockPlace(const SegmentReader& reader,
                                                DocumentNumber document,
                                                std::uint32_t offset) noexcept;

}  // namespace answerbox::engine
