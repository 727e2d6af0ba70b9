#include "engine/ask/answer_parts.h"

#include <algorithm>
#include <array>

#include "engine/numeric/arena_span.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

// The most cells of a row that are shown, and the most parts of an answer.
constexpr std::size_t kMaxCells = 64;
constexpr std::size_t kMaxParts = 512;

// What stands between a part and the one before it.
enum class Joint : std::uint8_t { kNone, kSpace, kLine, kCell, kHeader };

std::string_view TextOf(Joint joint) {
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

class PartWriter {
 public:
  PartWriter(const SegmentReader& reader, DocumentNumber number, Arena& arena)
      : reader_(reader),
        number_(number),
        arena_(arena),
        parts_(MakeSpan<AnswerPart>(arena, kMaxParts)),
        joints_(MakeSpan<Joint>(arena, kMaxParts)) {}

  Result<void> Open() {
    const auto document = reader_.Document(number_);
    if (!document) return document.error();
    document_ = *document;
    return {};
  }

  const DocumentRecord& document() const { return document_; }

  // Adds a sentence at its place; sentences of one item become one part, a
  // row's cells become parts.
  Result<void> AddSentence(ByteRange range, const BlockPlace& place) {
    const bool is_same_block =
        count_ > 0 && place.block != 0 && place.block == last_block_;
    last_block_ = place.block;
    if (place.kind == PlaceKind::kRow) {
      return is_same_block ? Result<void>() : AddRow(place);
    }
    if (is_same_block && place.kind == PlaceKind::kItem) {
      return Lengthen(range.end);
    }
    const bool is_same_paragraph =
        place.block == 0 ? count_ > 0 && !HasBlankLine(range.begin)
                         : is_same_block;
    return Add(range, RoleOf(place.kind), place.level,
               is_same_paragraph ? Joint::kSpace : Joint::kLine);
  }

  FormedAnswer Written() const {
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

  [[nodiscard]] std::uint32_t end() const {
    return count_ == 0 ? 0 : parts_[count_ - 1].offsets.end;
  }

 private:
  Result<void> Add(ByteRange range, PartRole role, std::uint8_t level,
                   Joint joint) {
    if (count_ == parts_.size() || range.begin >= range.end) return {};
    AnswerPart& part = parts_[count_];
    if (auto read = Read(range, part); !read) return read;
    part.role = role;
    part.level = level;
    joints_[count_] = count_ == 0 ? Joint::kNone : joint;
    ++count_;
    return {};
  }

  Result<void> Lengthen(std::uint32_t end) {
    AnswerPart& last = parts_[count_ - 1];
    return Read({last.offsets.begin, end}, last);
  }

  Result<void> Read(ByteRange range, AnswerPart& part) const {
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

  bool HasBlankLine(std::uint32_t begin) const {
    const std::uint32_t end_of_last = end();
    if (end_of_last >= begin) return false;
    const auto gap = reader_.Text(document_, {end_of_last, begin});
    return gap && gap->find("\n\n") != std::string_view::npos;
  }

  // The row's cells, each after the heading of its column.
  Result<void> AddRow(const BlockPlace& place) {
    bool is_first = true;
    for (std::uint32_t n = place.block; n < document_.text_block_count; ++n) {
      const auto cell = reader_.Block(number_, n);
      if (!cell) return cell.error();
      const auto row = reader_.Block(number_, place.block - 1);
      if (!row) return row.error();
      if (cell->range.begin >= row->range.end) break;
      if (cell->kind != TextBlockKind::kCell) continue;
      const auto header = HeaderOf(place, *cell);
      if (!header) return header.error();
      Joint joint = is_first ? Joint::kLine : Joint::kCell;
      is_first = false;
      if (*header) {
        if (auto added = Add(**header, PartRole::kHeader, 0, joint); !added) {
          return added;
        }
        joint = Joint::kHeader;
      }
      if (auto added = Add(cell->range, PartRole::kCell, 0, joint); !added) {
        return added;
      }
    }
    // A row without cells.
    if (is_first) {
      const auto row = reader_.Block(number_, place.block - 1);
      if (!row) return row.error();
      return Add(row->range, PartRole::kCell, 0, Joint::kLine);
    }
    return {};
  }

  // The text of the column heading over a cell; nothing if there is none or the
  // cell is itself a heading.
  Result<std::optional<ByteRange>> HeaderOf(const BlockPlace& place,
                                            const TextBlock& cell) const {
    std::optional<ByteRange> header;
    if (place.table == 0 || (cell.flags & (kHeadsColumn | kHeadsRow)) != 0) {
      return header;
    }
    std::size_t cells = 0;
    for (std::uint32_t n = place.table;
         n < place.block - 1 && cells < kMaxCells; ++n) {
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

  const SegmentReader& reader_;
  DocumentNumber number_;
  Arena& arena_;
  DocumentRecord document_;
  std::span<AnswerPart> parts_;
  std::span<Joint> joints_;
  std::size_t count_ = 0;
  std::uint32_t last_block_ = 0;
};

// Follows a list to its end, or to kMaxUnitWords words. Returns where the list
// ends.
Result<std::uint32_t> FollowList(const SegmentReader& reader,
                                 const CandidateSentence& last,
                                 const BlockPlace& place, std::uint32_t words,
                                 PartWriter& writer) {
  const auto list = reader.Block(last.document, place.outer_list - 1);
  if (!list) return list.error();
  const DocumentRecord& document = writer.document();
  const SentenceNumber end = document.first_sentence + document.sentence_count;
  for (SentenceNumber n = last.sentence + 1; n < end; ++n) {
    const auto record = reader.Sentence(document, n);
    if (!record) return record.error();
    words += record->words;
    if (record->range.begin >= list->range.end || words > kMaxUnitWords) break;
    const auto next =
        FindBlockPlace(reader, last.document, record->range.begin);
    if (!next) return next.error();
    if (auto added = writer.AddSentence(record->range, *next); !added) {
      return added.error();
    }
  }
  return list->range.end;
}

}  // namespace

Result<FormedAnswer> WriteParts(std::span<const LiveSegment> segments,
                                const CandidateEvidence& evidence,
                                const Leaves& leaves, const UnitSpan& unit,
                                Arena& arena) {
  const auto candidates = evidence.sentences();
  const CandidateSentence& first = candidates[unit.begin];
  const CandidateSentence& last = candidates[unit.end - 1];
  const SegmentReader& reader = *segments[first.segment].reader;
  PartWriter writer(reader, first.document, arena);
  if (auto opened = writer.Open(); !opened) return opened.error();
  for (std::uint32_t i = unit.begin; i < unit.end; ++i) {
    const auto added =
        writer.AddSentence(candidates[i].record.range, leaves.leaves[i].place);
    if (!added) return added.error();
  }
  const BlockPlace& place = leaves.leaves[unit.end - 1].place;
  const Stretch& stretch = leaves.stretches[leaves.leaves[unit.begin].stretch];
  std::uint32_t whole_end = 0;
  const bool reaches_end = unit.end == stretch.end;
  if (unit.kind == UnitKind::kList && place.outer_list != 0 && reaches_end) {
    const auto end = FollowList(reader, last, place, unit.words, writer);
    if (!end) return end.error();
    whole_end = *end;
  } else if (unit.kind == UnitKind::kWindow && unit.begin == stretch.begin &&
             !reaches_end) {
    whole_end = candidates[stretch.end - 1].record.range.end;
  }
  FormedAnswer formed = writer.Written();
  if (writer.end() < whole_end) formed.cut = ByteRange{writer.end(), whole_end};
  return formed;
}

}  // namespace answerbox::engine
