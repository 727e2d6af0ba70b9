#include "engine/ask/part_writer.h"

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

namespace {

// Follows a list after the candidates to its end, or to kMaxUnitWords words.
// Returns whether some of it was left out.
//   end  of the list
// A list is the answer as a whole: one that is cut where a chunk ends would
// look complete.
Result<bool> FollowList(const SegmentReader& reader,
                        const CandidateSentence& last, std::uint32_t end,
                        std::uint32_t words, PartWriter& writer) {
  const DocumentRecord& document = writer.document();
  const SentenceNumber after =
      document.first_sentence + document.sentence_count;
  for (SentenceNumber n = last.sentence + 1; n < after; ++n) {
    const auto record = reader.Sentence(document, n);
    if (!record) return record.error();
    if (record->range.begin >= end) return false;
    words += record->words;
    if (words > kMaxUnitWords || writer.left_out_end() != 0) return true;
    const auto next =
        FindBlockPlace(reader, last.document, record->range.begin);
    if (!next) return next.error();
    if (auto added = writer.AddSentence(record->range, *next); !added) {
      return added.error();
    }
  }
  return false;
}

// Where the section that holds a sentence ends: with the last sentence before
// the next heading. Logarithmic in the document.
Result<std::uint32_t> EndOfSection(const SegmentReader& reader,
                                   const DocumentRecord& document,
                                   const CandidateSentence& sentence) {
  std::uint32_t heading = 0;
  std::uint32_t headings_end = document.heading_count;
  while (heading < headings_end) {
    const std::uint32_t middle = heading + (headings_end - heading) / 2;
    const auto mark = reader.Heading(sentence.document, middle);
    if (!mark) return mark.error();
    if (mark->range.begin < sentence.record.range.end) {
      heading = middle + 1;
    } else {
      headings_end = middle;
    }
  }
  std::uint32_t end = document.text_bytes;
  if (heading < document.heading_count) {
    const auto mark = reader.Heading(sentence.document, heading);
    if (!mark) return mark.error();
    end = mark->range.begin;
  }
  SentenceNumber last = sentence.sentence;
  SentenceNumber after = document.first_sentence + document.sentence_count;
  while (after - last > 1) {
    const SentenceNumber middle = last + (after - last) / 2;
    const auto record = reader.Sentence(document, middle);
    if (!record) return record.error();
    (record->range.begin < end ? last : after) = middle;
  }
  const auto record = reader.Sentence(document, last);
  if (!record) return record.error();
  return record->range.end;
}

// The end of what the unit is the beginning of, if some of that was left out;
// else 0. A list that goes on after the candidates is added to `writer`.
// Readers are told what was left out of what they would take for whole: a list
// or a section, but not a passage that begins anywhere.
Result<std::uint32_t> EndOfLeftOut(const SegmentReader& reader,
                                   const CandidateEvidence& evidence,
                                   const Leaves& leaves, const UnitSpan& unit,
                                   PartWriter& writer) {
  const auto candidates = evidence.sentences();
  const Stretch& stretch = leaves.stretches[leaves.leaves[unit.begin].stretch];
  const CandidateSentence& last = candidates[unit.end - 1];
  const bool reaches_end = unit.end == stretch.end;
  if (unit.list != 0) {
    const auto list = reader.Block(last.document, unit.list - 1);
    if (!list) return list.error();
    const std::uint32_t end = list->range.end;
    const auto is_left_out =
        reaches_end
            ? FollowList(reader, last, end, unit.words, writer)
            : Result<bool>(candidates[unit.end].record.range.begin < end);
    if (!is_left_out) return is_left_out.error();
    return *is_left_out ? end : 0;
  }
  if (unit.kind != UnitKind::kWindow || unit.begin != stretch.begin) return 0;
  if (stretch.begins_section) {
    return EndOfSection(reader, writer.document(), last);
  }
  return reaches_end ? 0 : candidates[stretch.end - 1].record.range.end;
}

}  // namespace

// No part at all can only be a damaged segment: sentences of units are never
// empty.
Result<FormedAnswer> WriteParts(std::span<const LiveSegment> segments,
                                const CandidateEvidence& evidence,
                                const Leaves& leaves, const UnitSpan& unit,
                                Arena& arena) {
  const auto candidates = evidence.sentences();
  const CandidateSentence& first = candidates[unit.begin];
  const SegmentReader& reader = *segments[first.segment].reader;
  PartWriter writer(reader, first.document, arena);
  if (auto opened = writer.Open(); !opened) return opened.error();
  for (std::uint32_t i = unit.begin; i < unit.end; ++i) {
    const auto added =
        writer.AddSentence(candidates[i].record.range, leaves.leaves[i].place);
    if (!added) return added.error();
  }
  const auto end = EndOfLeftOut(reader, evidence, leaves, unit, writer);
  if (!end) return end.error();
  FormedAnswer formed = writer.Written();
  if (formed.parts.empty()) {
    return Error{ErrorCode::kCorrupt, "sentence.range",
                 reader.OffsetOfSentence(first.sentence)};
  }
  const std::uint32_t left_out_end = std::max(*end, writer.left_out_end());
  if (writer.end() < left_out_end) {
    formed.cut = ByteRange{writer.end(), left_out_end};
  }
  return formed;
}

}  // namespace answerbox::engine
