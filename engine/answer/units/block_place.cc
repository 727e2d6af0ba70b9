#include "engine/answer/units/block_place.h"

#include <algorithm>
#include <array>

namespace answerbox::engine {

namespace {

// A block with those that hold it, from the inside out.
struct BlocksAround {
  std::array<std::uint32_t, kMaxTextBlockDepth> numbers;
  std::array<TextBlockKind, kMaxTextBlockDepth> kinds;
  std::array<std::uint8_t, kMaxTextBlockDepth> levels;
  std::size_t depth = 0;
};

// A damaged file may nest blocks without end: the depth is bounded, and the
// reader says what is wrong.
Result<void> ReadAround(const SegmentReader& reader, DocumentNumber document,
                        const SegmentReader::BlocksOfDocument& blocks,
                        std::uint32_t number, TextBlock block,
                        BlocksAround& around) noexcept {
  while (true) {
    around.numbers[around.depth] = number;
    around.kinds[around.depth] = block.kind;
    around.levels[around.depth] = block.level;
    ++around.depth;
    if (block.parent_distance == 0) return {};
    if (around.depth == around.numbers.size()) {
      return reader
          .BlocksAround(document, around.numbers.front(), around.numbers)
          .error();
    }
    number -= block.parent_distance;
    const auto parent = reader.Block(blocks, number);
    if (!parent) return parent.error();
    block = *parent;
  }
}

// What a block, which has the number `number`, and those that hold it are for a
// text in it. From the outermost on, so that inner blocks decide.
Result<BlockPlace> PlaceIn(const SegmentReader& reader, DocumentNumber document,
                           const SegmentReader::BlocksOfDocument& blocks,
                           std::uint32_t number,
                           const TextBlock& block) noexcept {
  BlocksAround around;
  if (const auto read =
          ReadAround(reader, document, blocks, number, block, around);
      !read) {
    return read.error();
  }
  BlockPlace place;
  while (around.depth-- > 0) {
    const std::uint32_t one = around.numbers[around.depth] + 1;
    switch (around.kinds[around.depth]) {
      case TextBlockKind::kList:
        place.list = one;
        if (place.outer_list == 0) place.outer_list = place.list;
        break;
      case TextBlockKind::kLeadIn:
        place.kind = PlaceKind::kLeadIn;
        place.block = one;
        break;
      case TextBlockKind::kItem:
        place.kind = PlaceKind::kItem;
        place.block = one;
        place.level = around.levels[around.depth];
        break;
      case TextBlockKind::kTable:
        place.table = one;
        break;
      case TextBlockKind::kRow:
        place.kind = PlaceKind::kRow;
        place.block = one;
        // What is in a row is a part of the row.
        return place;
      default:
        // What is in an item is a part of the item.
        if (place.kind != PlaceKind::kItem) place.block = one;
    }
  }
  return place;
}

bool Holds(ByteRange range, std::uint32_t offset) {
  return range.begin <= offset && offset < range.end;
}

}  // namespace

Result<BlockPlace> FindBlockPlace(const SegmentReader& reader,
                                  DocumentNumber document,
                                  std::uint32_t offset) noexcept {
  const auto blocks = reader.BlocksOf(document);
  if (!blocks) return blocks.error();
  const auto innermost = reader.BlockAt(*blocks, offset);
  if (!innermost) return innermost.error();
  if (!*innermost) return BlockPlace{};
  const auto block = reader.Block(*blocks, **innermost);
  if (!block) return block.error();
  return PlaceIn(reader, document, *blocks, **innermost, *block);
}

Result<BlockPlace> BlockPlaceFinder::Find(const SegmentReader& reader,
                                          DocumentNumber document,
                                          std::uint32_t offset) noexcept {
  if (reader_ != &reader || document_ != document) {
    const auto blocks = reader.BlocksOf(document);
    if (!blocks) return blocks.error();
    *this = BlockPlaceFinder();
    reader_ = &reader;
    document_ = document;
    blocks_ = *blocks;
  }
  if (Holds(known_, offset)) return place_;
  // Often it is in the next block, and in none within that.
  if (next_ && Holds(next_->range, offset)) {
    const auto after = Read(number_ + 2);
    if (!after) return after.error();
    if (!*after || (*after)->range.begin > offset) {
      return Remember(number_ + 1, *next_, *after, offset);
    }
  }
  known_ = {};
  next_.reset();
  const auto innermost = reader.BlockAt(blocks_, offset);
  if (!innermost) return innermost.error();
  if (!*innermost) return BlockPlace{};
  const auto block = Read(**innermost);
  if (!block) return block.error();
  const auto after = Read(**innermost + 1);
  if (!after) return after.error();
  return Remember(**innermost, **block, *after, offset);
}

// Sentences come in order, so the next one is most often within what is
// remembered.
Result<BlockPlace> BlockPlaceFinder::Remember(std::uint32_t number,
                                              TextBlock block,
                                              std::optional<TextBlock> after,
                                              std::uint32_t offset) noexcept {
  const auto place = PlaceIn(*reader_, document_, blocks_, number, block);
  if (!place) return place.error();
  number_ = number;
  next_ = after;
  place_ = *place;
  known_ = {};
  // Text before the offset may be in a block that this one holds.
  if (!after) {
    known_ = {offset, block.range.end};
  } else if (after->range.begin > offset) {
    known_ = {offset, std::min(block.range.end, after->range.begin)};
  }
  return place_;
}

Result<std::optional<TextBlock>> BlockPlaceFinder::Read(
    std::uint32_t number) const noexcept {
  if (number >= blocks_.size()) return std::optional<TextBlock>();
  const auto block = reader_->Block(blocks_, number);
  if (!block) return block.error();
  return std::optional(*block);
}

}  // namespace answerbox::engine
