#include "engine/answer/units/block_place.h"

#include <array>

namespace answerbox::engine {

Result<BlockPlace> FindBlockPlace(const SegmentReader& reader,
                                  DocumentNumber document,
                                  std::uint32_t offset) noexcept {
  BlockPlace place;
  const auto innermost = reader.BlockAt(document, offset);
  if (!innermost) return innermost.error();
  if (!*innermost) return place;
  std::array<std::uint32_t, kMaxTextBlockDepth> numbers;
  const auto chain = reader.BlocksAround(document, **innermost, numbers);
  if (!chain) return chain.error();
  for (const std::uint32_t number : *chain) {
    const auto block = reader.Block(document, number);
    if (!block) return block.error();
    switch (block->kind) {
      case TextBlockKind::kList:
        place.list = number + 1;
        if (place.outer_list == 0) place.outer_list = place.list;
        break;
      case TextBlockKind::kLeadIn:
        place.kind = PlaceKind::kLeadIn;
        place.block = number + 1;
        break;
      case TextBlockKind::kItem:
        place.kind = PlaceKind::kItem;
        place.block = number + 1;
        place.level = block->level;
        break;
      case TextBlockKind::kTable:
        place.table = number + 1;
        break;
      case TextBlockKind::kRow:
        place.kind = PlaceKind::kRow;
        place.block = number + 1;
        // What is in a row is a part of the row.
        return place;
      default:
        // What is in an item is a part of the item.
        if (place.kind != PlaceKind::kItem) place.block = number + 1;
    }
  }
  return place;
}

}  // namespace answerbox::engine
