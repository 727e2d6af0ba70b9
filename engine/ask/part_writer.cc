#include "engine/ask/part_writer.h"

#include <algorithm>

#include "engine/numeric/arena_span.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

// A row of more cells or bytes is shown from the cell that answers on. A
// spreadsheet has rows of thousands of cells, which nobody reads as an answer.
constexpr std::size_t kMaxWholeRowCells = 128;
constexpr std::uint32_t kMaxWholeRowBytes = 8 << 10;
// The most cells of a table's head.
constexpr std::size_t kMaxHeadCells = 64;
// What stands between two parts takes at most so many bytes. So that the bound
// on bytes holds before the joints are chosen.
constexpr std::size_t kMaxJointBytes = 3;

PartRole RoleOf(PlaceKind kind) {
  switch (kind) {
    case PlaceKind::kLeadIn:
      return PartRole::kLeadIn;
    case PlaceKind::kItem:
      return PartRole::kItem;
    case PlaceKind::kRow:
      return PartRole::kCell;
    case PlaceKind::kText:
      break;
  }
  return PartRole::kSentence;
}

}  // namespace

PartWriter::PartWriter(const SegmentReader& reader, DocumentNumber number,
                       Arena& arena)
    : reader_(reader),
      number_(number),
      arena_(arena),
      parts_(MakeBuffer<AnswerPart>(arena, kMaxParts)),
      joints_(MakeBuffer<Joint>(arena, kMaxParts)) {}

std::string_view PartWriter::TextOf(Joint joint) {
  switch (joint) {
    case Joint::kNone:
      return "";
    case Joint::kSpace:
      return " ";
    case Joint::kLine:
      return "\n";
    case Joint::kCell:
      return " | ";
    case Joint::kHeader:
      break;
  }
  return ": ";
}

Result<void> PartWriter::Open() {
  const auto document = reader_.Document(number_);
  if (!document) return document.error();
  document_ = *document;
  return {};
}

// What joins a sentence to the one before it is known only here, where both
// blocks are.
Result<void> PartWriter::AddSentence(ByteRange range, const BlockPlace& place) {
  const bool is_same_block =
      count_ > 0 && place.block != 0 && place.block == last_block_;
  last_block_ = place.block;
  if (is_in_long_cell_) {
    return is_same_block ? Add(range, PartRole::kCell, 0, Joint::kSpace)
                         : LeaveOut(range.end);
  }
  if (place.kind == PlaceKind::kRow) {
    return is_same_block ? Result<void>() : AddRow(range, place);
  }
  if (is_same_block && place.kind == PlaceKind::kItem) {
    return Lengthen(range.end);
  }
  const bool is_same_paragraph = place.block == 0
                                     ? count_ > 0 && !HasBlankLine(range.begin)
                                     : is_same_block;
  return Add(range, RoleOf(place.kind), place.level,
             is_same_paragraph ? Joint::kSpace : Joint::kLine);
}

FormedAnswer PartWriter::Written() const {
  std::size_t size = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    size += TextOf(joints_[i]).size() + parts_[i].text.size();
  }
  const auto text = MakeBuffer<char>(arena_, size);
  auto end = text.begin();
  for (std::size_t i = 0; i < count_; ++i) {
    end = std::ranges::copy(TextOf(joints_[i]), end).out;
    end = std::ranges::copy(parts_[i].text, end).out;
  }
  FormedAnswer formed;
  formed.text = {text.data(), text.size()};
  formed.parts = parts_.first(count_);
  return formed;
}

// Whether so many parts of so many bytes in all can be added.
bool PartWriter::Fits(std::size_t parts, std::size_t bytes) const {
  return left_out_end_ == 0 && parts <= parts_.size() - count_ &&
         bytes + parts * kMaxJointBytes <= kMaxTextBytes - bytes_;
}

// No error: an answer that is cut is better than none, and says that it is.
Result<void> PartWriter::LeaveOut(std::uint32_t end) {
  left_out_end_ = std::max(left_out_end_, end);
  return {};
}

Result<void> PartWriter::Add(ByteRange range, PartRole role, std::uint8_t level,
                             Joint joint) {
  if (range.begin >= range.end) return {};
  const std::size_t bytes = range.end - range.begin;
  if (!Fits(1, bytes)) return LeaveOut(range.end);
  bytes_ += bytes + kMaxJointBytes;
  AnswerPart& part = parts_[count_] = {};
  if (auto read = Read(range, part); !read) return read;
  part.role = role;
  part.level = level;
  joints_[count_] = count_ == 0 ? Joint::kNone : joint;
  ++count_;
  return {};
}

Result<void> PartWriter::Lengthen(std::uint32_t end) {
  AnswerPart& last = parts_[count_ - 1];
  const std::uint32_t old_end = last.offsets.end;
  if (end <= old_end) return {};
  if (!Fits(0, end - old_end)) return LeaveOut(end);
  bytes_ += end - old_end;
  return Read({last.offsets.begin, end}, last);
}

Result<void> PartWriter::Read(ByteRange range, AnswerPart& part) const {
  const auto text = reader_.Text(document_, range);
  if (!text) return text.error();
  // Text is checked when it is added, but a damaged file may hold anything.
  if (!ValidateUtf8(*text)) {
    return Error{ErrorCode::kCorrupt, "document.text", range.begin};
  }
  const auto page = reader_.PageAt(number_, range.begin);
  if (!page) return page.error();
  part.text = *text;
  part.offsets = range;
  part.page = *page;
  return {};
}

// If the text can not be read, reading the part says so.
bool PartWriter::HasBlankLine(std::uint32_t begin) const {
  const std::uint32_t end_of_last = end();
  if (end_of_last >= begin) return false;
  const auto gap = reader_.Text(document_, {end_of_last, begin});
  return gap && gap->find("\n\n") != std::string_view::npos;
}

// The row's cells, each after the heading of its column.
//   sentence  is in the row
Result<void> PartWriter::AddRow(ByteRange sentence, const BlockPlace& place) {
  const auto row = reader_.Block(number_, place.block - 1);
  if (!row) return row.error();
  const auto is_long = IsLong(*row, place.block);
  if (!is_long) return is_long.error();
  bool is_first = true;
  for (std::uint32_t n = place.block; n < document_.text_block_count; ++n) {
    const auto cell = reader_.Block(number_, n);
    if (!cell) return cell.error();
    if (cell->range.begin >= row->range.end) break;
    if (cell->kind != TextBlockKind::kCell) continue;
    if (*is_long && cell->range.end <= sentence.begin) continue;
    if (auto added = AddCell(*cell, sentence, place,
                             is_first ? Joint::kLine : Joint::kCell);
        !added) {
      return added;
    }
    is_first = false;
    if (left_out_end_ != 0 || is_in_long_cell_) {
      row_end_ = row->range.end;
      return {};
    }
  }
  // A row without cells.
  if (is_first) {
    return Add(*is_long ? sentence : row->range, PartRole::kCell, 0,
               Joint::kLine);
  }
  return {};
}

// Whether a row is too long to be shown whole.
//   first  number of the block after the row
Result<bool> PartWriter::IsLong(const TextBlock& row,
                                std::uint32_t first) const {
  if (row.range.end - row.range.begin > kMaxWholeRowBytes) return true;
  std::size_t cells = 0;
  for (std::uint32_t n = first; n < document_.text_block_count; ++n) {
    const auto cell = reader_.Block(number_, n);
    if (!cell) return cell.error();
    if (cell->range.begin >= row.range.end) break;
    if (cell->kind == TextBlockKind::kCell && ++cells > kMaxWholeRowCells) {
      return true;
    }
  }
  return false;
}

// Adds a cell after its column's heading, or neither.
Result<void> PartWriter::AddCell(const TextBlock& cell, ByteRange sentence,
                                 const BlockPlace& place, Joint joint) {
  const auto header = HeaderOf(place, cell);
  if (!header) return header.error();
  const std::size_t header_bytes =
      *header ? (**header).end - (**header).begin : 0;
  const std::size_t cell_bytes = cell.range.end - cell.range.begin;
  const std::size_t parts = *header ? 2 : 1;
  if (!Fits(parts, header_bytes + cell_bytes)) {
    const bool answers = count_ == 0 && cell.range.begin <= sentence.begin &&
                         sentence.end <= cell.range.end;
    if (!answers) return LeaveOut(cell.range.end);
    is_in_long_cell_ = true;
    return Add(sentence, PartRole::kCell, 0, joint);
  }
  if (*header) {
    if (auto added = Add(**header, PartRole::kHeader, 0, joint); !added) {
      return added;
    }
    joint = Joint::kHeader;
  }
  return Add(cell.range, PartRole::kCell, 0, joint);
}

// The text of the column heading over a cell; nothing if there is none or the
// cell is itself a heading. The last heading cell over the column wins, as a
// head of two rows has the narrower one below. A damaged or huge table is read
// no further than kMaxHeadCells.
Result<std::optional<ByteRange>> PartWriter::HeaderOf(
    const BlockPlace& place, const TextBlock& cell) const {
  std::optional<ByteRange> header;
  if (place.table == 0 || (cell.flags & (kHeadsColumn | kHeadsRow)) != 0) {
    return header;
  }
  std::size_t cells = 0;
  for (std::uint32_t n = place.table;
       n < place.block - 1 && cells < kMaxHeadCells; ++n) {
    const auto other = reader_.Block(number_, n);
    if (!other) return other.error();
    if (other->kind != TextBlockKind::kCell) continue;
    ++cells;
    if ((other->flags & kHeadsColumn) == 0) continue;
    if (other->column <= cell.column &&
        cell.column <
            other->column + std::max<std::uint16_t>(other->column_span, 1)) {
      header = other->range;
    }
  }
  if (header && header->begin == header->end) header.reset();
  return header;
}

}  // namespace answerbox::engine
