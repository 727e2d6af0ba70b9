// Where a sentence stands in the blocks of its document: in a paragraph, an
// item, a row, a lead-in.
#pragma once

#include <cstdint>
#include <optional>

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

// Finds the places of sentences that follow each other. What it finds is what
// FindBlockPlace does, but it seldom searches.
class BlockPlaceFinder {
 public:
  // Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<BlockPlace> Find(const SegmentReader& reader,
                                        DocumentNumber document,
                                        std::uint32_t offset) noexcept;

 private:
  // Remembers the place of the text at `offset`, and the range of offsets that
  // have the same place.
  //   number, block  the block that holds `offset`
  //   after          the block after that one
  [[nodiscard]] Result<BlockPlace> Remember(std::uint32_t number,
                                            TextBlock block,
                                            std::optional<TextBlock> after,
                                            std::uint32_t offset) noexcept;
  // Nothing if the document has no block of that number.
  [[nodiscard]] Result<std::optional<TextBlock>> Read(
      std::uint32_t number) const noexcept;

  const SegmentReader* reader_ = nullptr;
  DocumentNumber document_ = 0;
  SegmentReader::BlocksOfDocument blocks_;
  // What is known of the block that was found last.
  std::uint32_t number_ = 0;
  BlockPlace place_;
  ByteRange known_;                // Offsets that have its place.
  std::optional<TextBlock> next_;  // The block after it.
};

}  // namespace answerbox::engine
