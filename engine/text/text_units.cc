#include "engine/text/text_units.h"

#include <algorithm>

namespace answerbox::engine {
namespace {

// What a block says in text that no block in it holds.
std::optional<TextUnit::Answers> OwnText(TextBlockKind kind) noexcept {
  switch (kind) {
    case TextBlockKind::kList:
    case TextBlockKind::kTable:
    case TextBlockKind::kRow:
      return std::nullopt;  // Markers and separators.
    case TextBlockKind::kLeadIn:
      return TextUnit::Answers::kNotAtItsEnd;
    case TextBlockKind::kCaption:
    case TextBlockKind::kTerm:
      return TextUnit::Answers::kNever;
    default:
      return TextUnit::Answers::kAlways;
  }
}

}  // namespace

std::optional<TextUnit> TextUnits::Next() noexcept {
  const auto size = static_cast<std::uint32_t>(text_.size());
  for (;;) {
    const bool has_next = next_ < blocks_.size();
    const std::uint32_t block_begin =
        has_next ? blocks_[next_].range.begin : size;
    const std::uint32_t open_end = depth_ > 0 ? open_[depth_ - 1].end : size;
    // Text up to the next edge belongs to the innermost open block.
    const std::uint32_t edge = std::min(block_begin, open_end);
    if (position_ < edge) {
      if (const auto unit = TakeTextBefore(edge)) return unit;
      continue;
    }
    if (depth_ > 0 && open_end <= block_begin) {
      // A block that begins at this end may still be in the open one, but then
      // it is empty.
      --depth_;
      continue;
    }
    if (!has_next) return std::nullopt;
    if (const auto unit = Enter()) return unit;
  }
}

std::optional<TextUnit> TextUnits::TakeTextBefore(std::uint32_t end) noexcept {
  const ByteRange range{position_, end};
  position_ = end;
  if (depth_ == 0) return TextUnit{range, TextUnit::Answers::kAlways, false};
  const auto answers = OwnText(open_[depth_ - 1].kind);
  if (!answers) return std::nullopt;
  return TextUnit{range, *answers, false};
}

// Enters the next block, or passes over it.
std::optional<TextUnit> TextUnits::Enter() noexcept {
  const TextBlock& block = blocks_[next_];
  const ByteRange range = block.range;
  if (IsFurniture(block.kind)) {
    SkipTo(range.end);
    return std::nullopt;
  }
  const bool is_short_row = block.kind == TextBlockKind::kRow &&
                            range.end - range.begin <= kMaxRowSentenceBytes;
  // A row's cells say together what none says alone: "Adults | 500 mg | twice a
  // day".
  if (is_short_row && range.end > range.begin) {
    const auto answers = HeadsColumns(next_) ? TextUnit::Answers::kNever
                                             : TextUnit::Answers::kAlways;
    SkipTo(range.end);
    return TextUnit{range, answers, true};
  }
  ++next_;
  // Blocks are checked before they come here. The bound only keeps a caller's
  // mistake from writing past the array.
  if (depth_ < open_.size()) open_[depth_++] = {range.end, block.kind};
  return std::nullopt;
}

// Whether all cells of the row with this number head their columns.
bool TextUnits::HeadsColumns(std::size_t row) const noexcept {
  bool has_cell = false;
  for (std::size_t i = row + 1;
       i < blocks_.size() && blocks_[i].range.begin < blocks_[row].range.end;
       ++i) {
    if (blocks_[i].kind != TextBlockKind::kCell) continue;
    if ((blocks_[i].flags & kHeadsColumn) == 0) return false;
    has_cell = true;
  }
  return has_cell;
}

// Passes over the next block and what it holds, which ends at `end`.
void TextUnits::SkipTo(std::uint32_t end) noexcept {
  ++next_;
  while (next_ < blocks_.size() && blocks_[next_].range.begin < end) ++next_;
  position_ = std::max(position_, end);
}

}  // namespace answerbox::engine
