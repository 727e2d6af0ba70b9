#include "client/convert/document/block_tree.h"

#include <utility>

#include "client/convert/document/written_structure.h"

namespace answerbox::client {
namespace {

using engine::TextBlock;
using Kind = engine::TextBlockKind;

// Whether all text inside the block is one run of words. Blocks opened inside
// it are not recorded.
bool HoldsOnlyText(Kind kind) {
  switch (kind) {
    case Kind::kTitle:
    case Kind::kHeading:
    case Kind::kParagraph:
    case Kind::kLeadIn:
    case Kind::kCaption:
    case Kind::kFootnote:
    case Kind::kCode:
    case Kind::kTerm:
    case Kind::kRunningLine:
    case Kind::kPageNumber:
    case Kind::kContents:
      return true;
    default:
      return false;
  }
}

// Whether the block only holds other blocks, and no text of its own.
bool HoldsOnlyBlocks(Kind kind) {
  switch (kind) {
    case Kind::kList:
    case Kind::kTable:
    case Kind::kQuote:
    case Kind::kFigure:
    case Kind::kBox:
    case Kind::kIndex:
    case Kind::kReferences:
    case Kind::kLicence:
      return true;
    default:
      return false;
  }
}

// The grammar of blocks, which engine::CheckTextBlocks checks again. A block in
// a wrong place is no error: people write these files, and their text must not
// be lost with the structure.
bool MayBeIn(Kind kind, Kind around) {
  switch (kind) {
    case Kind::kItem:
    case Kind::kTerm:
    case Kind::kDefinition:
      return around == Kind::kList;
    case Kind::kRow:
      return around == Kind::kTable;
    case Kind::kCell:
      return around == Kind::kRow;
    case Kind::kLeadIn:
      return around == Kind::kBox;
    case Kind::kList:
      return !HoldsOnlyText(around) && around != Kind::kTable &&
             around != Kind::kRow;
    case Kind::kCaption:
      return !HoldsOnlyText(around) && around != Kind::kList &&
             around != Kind::kRow;
    default:
      return !HoldsOnlyText(around) && around != Kind::kList &&
             around != Kind::kTable && around != Kind::kRow;
  }
}

// Whether the block may stand outside of all others. HTML allows a part of a
// list or table without the list or table, but the engine has no block for it.
bool MayStandAlone(Kind kind) {
  return kind != Kind::kItem && kind != Kind::kTerm &&
         kind != Kind::kDefinition && kind != Kind::kRow &&
         kind != Kind::kCell && kind != Kind::kLeadIn;
}

// Returns how many levels a block needs to hold text. A table is opened only
// where its row and cell have room below it: otherwise its words would have no
// block.
std::size_t LevelsOf(Kind kind) {
  if (kind == Kind::kTable) return 3;
  return HoldsOnlyBlocks(kind) || kind == Kind::kRow ? 2 : 1;
}

std::uint32_t Offset(std::size_t offset) {
  return static_cast<std::uint32_t>(offset);
}

}  // namespace

void BlockTree::Push(const TextBlock& shape, bool is_implied) {
  OpenBlock block{.shape = shape, .is_implied = is_implied};
  // The block may be open for its element and yet not be recorded. Then
  // `holder` is that of the block around it, so that what is inside finds its
  // parent in one step, however deep a hostile file nests.
  const std::size_t around = holder();
  const std::size_t depth = around == kNone ? 0 : open_[around].depth;
  const bool may_stand = around == kNone
                             ? MayStandAlone(shape.kind)
                             : MayBeIn(shape.kind, open_[around].shape.kind);
  // Without this, an item that begins with a quote would have no words of its
  // own.
  const bool is_item = shape.kind == Kind::kQuote && around != kNone &&
                       open_[around].shape.kind == Kind::kItem &&
                       open_[around].recorded == kNone;
  if (may_stand && !is_item &&
      depth + LevelsOf(shape.kind) <= engine::kMaxTextBlockDepth) {
    block.holder = open_.size();
    block.around = around;
    block.depth = depth + 1;
  } else {
    block.holder = around;
  }
  if (shape.kind == Kind::kList || shape.kind == Kind::kItem) {
    // Levels count lists, not blocks: an item in a quote in an item is of the
    // second level, and a list is one level deeper than the list around it.
    std::size_t list = around;
    while (list != kNone && open_[list].shape.kind != Kind::kList) {
      list = open_[list].around;
    }
    const std::uint8_t level = list == kNone ? 0 : open_[list].shape.level;
    block.shape.level =
        static_cast<std::uint8_t>(level + (shape.kind == Kind::kList));
  }
  open_.push_back(block);
}

void BlockTree::Open(const TextBlock& shape, std::size_t text_end) {
  EndParagraph(text_end);
  Push(shape, false);
}

// A block that got no text was never recorded, so nothing has to be taken back.
void BlockTree::PopAt(std::size_t text_end) {
  const OpenBlock& block = open_.back();
  if (block.recorded != kNone) {
    blocks_[block.recorded].range.end = Offset(text_end);
  }
  open_.pop_back();
}

void BlockTree::EndParagraph(std::size_t text_end) {
  if (!open_.empty() && open_.back().is_implied) PopAt(text_end);
}

void BlockTree::Close(std::size_t text_end) {
  EndParagraph(text_end);
  PopAt(text_end);
}

// Only at the end is the kind known: a heading longer than
// engine::kMaxHeadingBytes is a paragraph in large type.
void BlockTree::CloseAsParagraph(std::size_t text_end) {
  EndParagraph(text_end);
  if (const std::size_t recorded = open_.back().recorded; recorded != kNone) {
    blocks_[recorded].kind = Kind::kParagraph;
    blocks_[recorded].level = 0;
  }
  PopAt(text_end);
}

void BlockTree::BeginMarker() {
  // The list and the item that begin with this marker are not recorded yet:
  // they begin where their first text does, and only then is it known that the
  // marker stands at all.
  std::size_t block = holder();
  while (block != kNone && open_[block].recorded == kNone) {
    open_[block].is_before_marker = true;
    block = open_[block].around;
  }
}

// Text directly in a block that holds only blocks gets the block that it would
// have in a proper file.
void BlockTree::OpenImplied() {
  const std::size_t around = holder();
  if (around == kNone) return Push({.kind = Kind::kParagraph}, true);
  const Kind kind = open_[around].shape.kind;
  if (!HoldsOnlyBlocks(kind)) return;
  Push({.kind = kind == Kind::kList    ? Kind::kItem
                : kind == Kind::kTable ? Kind::kCaption
                                       : Kind::kParagraph},
       true);
}

bool BlockTree::CountIn(Kind kind) {
  // Cells, rows and all other blocks are counted separately: a spreadsheet of a
  // million cells may lose its cells, but keeps its table and the headings
  // beside it.
  const auto count = [](std::size_t& counted, bool& lacks) {
    lacks = lacks || counted == engine::kMaxTextBlocks;
    if (!lacks) ++counted;
    return !lacks;
  };
  if (kind == Kind::kCell) return count(cells_, lacks_cells_);
  if (kind == Kind::kRow) return count(rows_, lacks_rows_);
  return count(others_, lacks_others_);
}

// The paragraph before a list becomes the list's first child if it leads in.
bool BlockTree::TakeLeadIn(const OpenBlock& list, std::string_view text) {
  // Only the block directly before, and only a sibling of the list: a paragraph
  // at the end of a quote does not introduce a list after the quote.
  if (blocks_.empty() || blocks_.back().kind != Kind::kParagraph) return false;
  const std::size_t number = blocks_.size() - 1;
  const TextBlock lead_in = blocks_.back();
  const std::size_t parent =
      list.around == kNone ? kNone : open_[list.around].recorded;
  if (lead_in.parent_distance != (parent == kNone ? 0 : number - parent) ||
      !IsLeadIn(text.substr(lead_in.range.begin,
                            lead_in.range.end - lead_in.range.begin))) {
    return false;
  }
  // The list takes the place of the paragraph, as a parent comes before its
  // children.
  blocks_.back() = list.shape;
  blocks_.back().range.begin = lead_in.range.begin;
  blocks_.back().parent_distance = lead_in.parent_distance;
  blocks_.push_back(
      {.range = lead_in.range, .parent_distance = 1, .kind = Kind::kLeadIn});
  return true;
}

// Files may say that one cell spans another. The second cell then has no block,
// and its words belong to the row alone.
bool BlockTree::TakePlace(OpenBlock& row, const TextBlock& cell) {
  if (cell.column < row.next_column) return false;
  row.next_column = std::uint32_t{cell.column} + cell.column_span;
  return true;
}

void BlockTree::Record(OpenBlock& block, std::string_view text,
                       std::size_t begin) {
  if (block.shape.kind == Kind::kCell &&
      !TakePlace(open_[block.around], block.shape)) {
    return;
  }
  // Over the bound the block stays unrecorded; Take() then drops its whole
  // kind, so that no reader takes half a table for all of it.
  if (!CountIn(block.shape.kind)) return;
  block.recorded = blocks_.size();
  if (block.shape.kind == Kind::kList && TakeLeadIn(block, text)) {
    block.recorded = blocks_.size() - 2;
    return;
  }
  const std::size_t parent =
      block.around == kNone ? kNone : open_[block.around].recorded;
  block.shape.range.begin = Offset(begin);
  block.shape.parent_distance =
      parent == kNone ? 0 : Offset(block.recorded - parent);
  blocks_.push_back(block.shape);
}

void BlockTree::OnText(std::string_view text, std::size_t marker_begin,
                       std::size_t begin) {
  if (lacks_others_) return;
  OpenImplied();
  // A block is recorded when its first text comes, never before: pages are full
  // of elements without words, which leave no trace. Outermost blocks come
  // first, as a block without text holds none with text.
  std::size_t path[engine::kMaxTextBlockDepth];
  std::size_t count = 0;
  for (std::size_t block = holder();
       block != kNone && open_[block].recorded == kNone;
       block = open_[block].around) {
    path[count++] = block;
  }
  while (count > 0) {
    OpenBlock& block = open_[path[--count]];
    Record(block, text, block.is_before_marker ? marker_begin : begin);
    if (block.recorded == kNone) return;
  }
}

// Drops all blocks of a kind with what they hold. Children follow their
// parents, so one pass finds for each block whether its parent was kept, and
// where.
void BlockTree::Drop(Kind kind) {
  std::vector<std::size_t> moved(blocks_.size(), kNone);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    TextBlock block = blocks_[i];
    if (block.kind == kind) continue;
    if (block.parent_distance != 0) {
      const std::size_t parent = moved[i - block.parent_distance];
      if (parent == kNone) continue;
      block.parent_distance = Offset(kept - parent);
    }
    moved[i] = kept;
    blocks_[kept++] = block;
  }
  blocks_.resize(kept);
}

std::vector<TextBlock> BlockTree::Take(std::size_t text_end) && {
  while (!open_.empty()) PopAt(text_end);
  const auto is_too_many = [this] {
    return blocks_.size() > engine::kMaxTextBlocks;
  };
  if (lacks_cells_ || is_too_many()) Drop(Kind::kCell);
  if (lacks_rows_ || is_too_many()) Drop(Kind::kRow);
  if (lacks_others_ || is_too_many()) blocks_.clear();
  return std::move(blocks_);
}

}  // namespace answerbox::client
