#include "engine/text/text_block.h"

#include <array>

#include "engine/text/utf8.h"

namespace answerbox::engine {

namespace {

// By number; that of the first kind is 1.
constexpr std::array<std::string_view, 23> kNames = {
    "title",    "heading",    "paragraph",    "list",        "lead_in",
    "item",     "table",      "caption",      "row",         "cell",
    "footnote", "quote",      "code",         "figure",      "box",
    "term",     "definition", "running_line", "page_number", "contents",
    "index",    "references", "licence"};
static_assert(kNames.size() ==
              static_cast<std::size_t>(TextBlockKind::kLicence));

}  // namespace

std::string_view NameOf(TextBlockKind kind) noexcept {
  // Stored blocks may be of a later program, so a kind may be unknown.
  const auto number = static_cast<std::size_t>(kind);
  if (number == 0 || number > kNames.size()) return "unknown";
  return kNames[number - 1];
}

std::optional<TextBlockKind> TextBlockKindOf(std::string_view name) noexcept {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<TextBlockKind>(found - kNames.begin() + 1);
}

namespace {

using Kind = TextBlockKind;

// A block that later blocks may have as their parent.
struct OpenBlock {
  std::size_t number = 0;  // Of the block.
  ByteRange range;
  Kind kind = Kind::kParagraph;
  std::uint32_t row = 0;
  std::uint32_t free_from = 0;   // Where its next child may begin.
  std::uint64_t next_place = 0;  // The lowest row or column of its next child.
};

bool IsBetweenCharacters(std::string_view text, std::size_t offset) {
  return offset == text.size() || !IsContinuationByte(text[offset]);
}

bool HoldsNothing(Kind kind) {
  switch (kind) {
    case Kind::kTitle:
    case Kind::kHeading:
    case Kind::kParagraph:
    case Kind::kLeadIn:
    case Kind::kCaption:
    case Kind::kTerm:
    case Kind::kCode:
      return true;
    default:
      return false;
  }
}

bool MayStandAlone(Kind kind) {
  switch (kind) {
    case Kind::kLeadIn:
    case Kind::kItem:
    case Kind::kTerm:
    case Kind::kDefinition:
    case Kind::kRow:
    case Kind::kCell:
      return false;
    default:
      return true;
  }
}

bool MayHold(Kind parent, Kind child) {
  switch (parent) {
    case Kind::kList:
      return child == Kind::kLeadIn || child == Kind::kItem ||
             child == Kind::kTerm || child == Kind::kDefinition ||
             child == Kind::kList;
    case Kind::kTable:
      return child == Kind::kCaption || child == Kind::kRow;
    case Kind::kRow:
      return child == Kind::kCell;
    case Kind::kBox:
      return child == Kind::kLeadIn || MayStandAlone(child);
    default:
      return !HoldsNothing(parent) && MayStandAlone(child);
  }
}

bool HasRightLevel(const TextBlock& block) {
  if (block.level > kMaxTextBlockLevel) return false;
  switch (block.kind) {
    case Kind::kTitle:
      return block.level == 1;
    case Kind::kHeading:
      return block.level >= 1 && block.level <= 6;
    case Kind::kList:
    case Kind::kItem:
      return block.level >= 1;
    default:
      return block.level == 0;
  }
}

// Checks what the block says of itself. Returns "" or what is wrong.
const char* FaultOf(std::string_view text, const TextBlock& block) {
  // Kinds of later programs are refused here, while readers of stored blocks
  // pass over them: what is stored must be checked by rules that are known.
  if (block.kind < Kind::kTitle || block.kind > Kind::kLicence) {
    return "a block's kind";
  }
  if (block.range.begin >= block.range.end || block.range.end > text.size() ||
      block.range.end - block.range.begin > kMaxTextBlockBytes ||
      !IsBetweenCharacters(text, block.range.begin) ||
      !IsBetweenCharacters(text, block.range.end)) {
    return "a block's range";
  }
  if (!HasRightLevel(block)) return "a block's level";
  if ((block.flags & ~kTextBlockFlags) != 0) return "a block's flags";
  const bool is_numbered = (block.flags & kNumbered) != 0;
  if ((block.number != 0 && !is_numbered) ||
      (is_numbered && block.kind != Kind::kItem &&
       block.kind != Kind::kFootnote)) {
    return "a block's number";
  }
  // Only a cell has spans, and a segment stores them in place of a number:
  // anything else would be lost without a word.
  const bool is_cell = block.kind == Kind::kCell;
  if (is_cell != (block.row_span > 0) || is_cell != (block.column_span > 0) ||
      block.row_span > kMaxCellSpan || block.column_span > kMaxCellSpan) {
    return "a block's spans";
  }
  if (!is_cell &&
      (block.column != 0 || (block.row != 0 && block.kind != Kind::kRow))) {
    return "a block's row or column";
  }
  return "";
}

// Checks rows in their table and cells in their row.
const char* FaultOfPlace(OpenBlock& parent, const TextBlock& block) {
  if (block.kind == Kind::kRow) {
    // next_place has 64 bits, so the last row and the widest cell cannot wrap
    // it.
    if (block.row < parent.next_place) return "a row's place";
    parent.next_place = std::uint64_t{block.row} + 1;
  } else if (block.kind == Kind::kCell) {
    if (block.row != parent.row || block.column < parent.next_place) {
      return "a cell's place";
    }
    parent.next_place = std::uint64_t{block.column} + block.column_span;
  }
  return "";
}

// The block before the current one and those that hold it, outermost first.
// Element 0 stands for the document.
struct OpenBlocks {
  std::array<OpenBlock, kMaxTextBlockDepth + 1> blocks;
  std::size_t depth = 0;

  OpenBlock& innermost() { return blocks[depth]; }

  // Closes the blocks that the block of this number does not stand in. False if
  // its parent is none of the open ones: children would then overlap others.
  bool CloseUpTo(std::size_t number, std::size_t parent_distance) {
    if (parent_distance > number) return false;
    if (parent_distance == 0) {
      depth = 0;
      return true;
    }
    const std::size_t parent = number - parent_distance;
    while (depth > 0 && innermost().number > parent) --depth;
    return depth > 0 && innermost().number == parent;
  }
};

Error Wrong(const char* field, std::size_t number) {
  return {ErrorCode::kInvalidArgument, field, number};
}

}  // namespace

Result<void> CheckTextBlocks(std::string_view text,
                             std::span<const TextBlock> blocks) noexcept {
  if (blocks.size() > kMaxTextBlocks) {
    return Error{ErrorCode::kLimitExceeded, "blocks", kMaxTextBlocks};
  }
  OpenBlocks open;
  open.innermost().range.end = static_cast<std::uint32_t>(text.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const TextBlock& block = blocks[i];
    if (const char* fault = FaultOf(text, block); *fault != '\0') {
      return Wrong(fault, i);
    }
    if (!open.CloseUpTo(i, block.parent_distance)) {
      return Wrong("a block's parent", i);
    }
    OpenBlock& parent = open.innermost();
    const bool fits = open.depth == 0 ? MayStandAlone(block.kind)
                                      : MayHold(parent.kind, block.kind);
    if (!fits) return Wrong("a block's kind", i);
    // free_from and the parent's end together keep children in order, apart and
    // within their parent: no pair of blocks need be compared.
    if (block.range.begin < parent.free_from ||
        block.range.end > parent.range.end) {
      return Wrong("a block's range", i);
    }
    if (const char* fault = FaultOfPlace(parent, block); *fault != '\0') {
      return Wrong(fault, i);
    }
    parent.free_from = block.range.end;
    if (++open.depth > kMaxTextBlockDepth) {
      return Error{ErrorCode::kLimitExceeded, "blocks", i};
    }
    open.innermost() = {.number = i,
                        .range = block.range,
                        .kind = block.kind,
                        .row = block.row,
                        .free_from = block.range.begin};
  }
  return {};
}

}  // namespace answerbox::engine
