// SegmentReader: pages and headings, to find the place of a byte in a document,
// and the blocks of a document.

#include <algorithm>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_layout.h"
#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {

namespace {

// Number of the marks `begin` to `end` - 1 that begin at or before `offset`.
// The section's records have `bytes` bytes each, and the offset is their first
// field. If damaged marks do not ascend, the result is wrong but within the
// range.
std::uint32_t CountBeginning(const std::byte* section, std::size_t bytes,
                             std::uint32_t begin, std::uint32_t end,
                             std::uint32_t offset) noexcept {
  std::uint32_t low = begin;
  std::uint32_t high = end;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (LoadLittle32(section + std::size_t{middle} * bytes) <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - begin;
}

}  // namespace

// Checks the blocks of all marks of a document before a search.
Result<void> SegmentReader::CheckMarks(Section section, const MarkRange& marks,
                                       std::size_t bytes) const noexcept {
  const std::uint64_t at = RecordAt(section, marks.begin, bytes);
  const std::uint64_t size = std::uint64_t{marks.end - marks.begin} * bytes;
  if (Holds(at, size)) return {};
  return Damage(SectionName(section), at, size);
}

Result<PageMark> SegmentReader::Page(DocumentNumber document,
                                     std::uint32_t number) const noexcept {
  const auto pages = RecordsOf(document, &DocumentBegin::page);
  if (!pages) return pages.error();
  if (number >= pages->end - pages->begin) {
    return Error{ErrorCode::kInvalidArgument, "page", number};
  }
  const std::uint64_t at =
      RecordAt(Section::kPages, pages->begin + number, kPageBytes);
  if (!Holds(at, kPageBytes)) return Damage("page", at, kPageBytes);
  const PageMark page = DecodePage(file_.data() + at);
  if (page.offset > pages->text_bytes) {
    return Error{ErrorCode::kCorrupt, "page.offset", at};
  }
  return page;
}

Result<std::optional<std::uint32_t>> SegmentReader::PageAt(
    DocumentNumber document, std::uint32_t offset) const noexcept {
  const auto page = PageMarkAt(document, offset);
  if (!page) return page.error();
  if (!*page) return std::nullopt;
  return (*page)->number;
}

Result<std::optional<PageMark>> SegmentReader::PageMarkAt(
    DocumentNumber document, std::uint32_t offset) const noexcept {
  // Most collections of plain text have no pages: nothing is read of the
  // document then.
  if (SectionBytes(Section::kPages) == 0 && document < counts_.documents) {
    return std::nullopt;
  }
  const auto pages = RecordsOf(document, &DocumentBegin::page);
  if (!pages) return pages.error();
  // The search reads marks at distant places. A document's marks are a few
  // blocks, and are checked at once.
  if (auto held = CheckMarks(Section::kPages, *pages, kPageBytes); !held) {
    return held.error();
  }
  const std::uint32_t begun =
      CountBeginning(file_.data() + SectionBegin(Section::kPages), kPageBytes,
                     pages->begin, pages->end, offset);
  if (begun == 0) return std::nullopt;
  return DecodePage(file_.data() + RecordAt(Section::kPages,
                                            pages->begin + begun - 1,
                                            kPageBytes));
}

// `number` counts from the start of the section and is in `headings`.
Result<HeadingMark> SegmentReader::HeadingIn(
    const MarkRange& headings, std::uint32_t number) const noexcept {
  const std::uint64_t at = RecordAt(Section::kHeadings, number, kHeadingBytes);
  if (!Holds(at, kHeadingBytes)) return Damage("heading", at, kHeadingBytes);
  const HeadingRow row = DecodeHeading(file_.data() + at);
  if (row.mark.range.end < row.mark.range.begin ||
      row.mark.range.end > headings.text_bytes) {
    return Error{ErrorCode::kCorrupt, "heading.range", at};
  }
  if (row.parent_distance > number - headings.begin) {
    return Error{ErrorCode::kCorrupt, "heading.parent_distance", at + 4};
  }
  if (row.mark.level < 1 || row.mark.level > 6) {
    return Error{ErrorCode::kCorrupt, "heading.level", at + 10};
  }
  return row.mark;
}

Result<HeadingMark> SegmentReader::Heading(
    DocumentNumber document, std::uint32_t number) const noexcept {
  const auto headings = RecordsOf(document, &DocumentBegin::heading);
  if (!headings) return headings.error();
  if (number >= headings->end - headings->begin) {
    return Error{ErrorCode::kInvalidArgument, "heading", number};
  }
  return HeadingIn(*headings, headings->begin + number);
}

Result<std::span<const HeadingMark>> SegmentReader::HeadingsAt(
    DocumentNumber document, std::uint32_t offset,
    std::span<HeadingMark, 6> out) const noexcept {
  if (SectionBytes(Section::kHeadings) == 0 && document < counts_.documents) {
    return std::span<const HeadingMark>{};
  }
  const auto headings = RecordsOf(document, &DocumentBegin::heading);
  if (!headings) return headings.error();
  if (auto held = CheckMarks(Section::kHeadings, *headings, kHeadingBytes);
      !held) {
    return held.error();
  }
  const std::uint32_t begun =
      CountBeginning(file_.data() + SectionBegin(Section::kHeadings),
                     kHeadingBytes, headings->begin, headings->end, offset);
  if (begun == 0) return std::span<const HeadingMark>{};
  std::size_t count = 0;
  std::uint32_t number = headings->begin + begun - 1;
  while (true) {
    const auto mark = HeadingIn(*headings, number);
    if (!mark) return mark.error();
    // A parent has a lower level than its child, so there are at most six.
    if (count > 0 && mark->level >= out[count - 1].level) {
      return Error{ErrorCode::kCorrupt, "heading.level",
                   RecordAt(Section::kHeadings, number, kHeadingBytes) + 10};
    }
    out[count++] = *mark;
    const std::uint32_t distance =
        DecodeHeading(file_.data() +
                      RecordAt(Section::kHeadings, number, kHeadingBytes))
            .parent_distance;
    if (distance == 0) break;
    number -= distance;
  }
  // The walk went upwards, and the caller wants the outermost heading first.
  std::reverse(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count));
  return out.first(count);
}

// `number` counts from the start of the section and is in `blocks`.
Result<TextBlock> SegmentReader::BlockIn(const MarkRange& blocks,
                                         std::uint32_t number) const noexcept {
  const std::uint64_t at =
      RecordAt(Section::kTextBlocks, number, kTextBlockBytes);
  if (!Holds(at, kTextBlockBytes)) {
    return Damage("text_block", at, kTextBlockBytes);
  }
  const TextBlock block = DecodeTextBlock(file_.data() + at);
  if (block.range.end < block.range.begin ||
      block.range.end > blocks.text_bytes) {
    return Error{ErrorCode::kCorrupt, "text_block.range", at};
  }
  if (block.parent_distance > number - blocks.begin) {
    return Error{ErrorCode::kCorrupt, "text_block.parent_distance", at + 8};
  }
  return block;
}

Result<TextBlock> SegmentReader::Block(DocumentNumber document,
                                       std::uint32_t number) const noexcept {
  const auto blocks = BlocksOf(document);
  if (!blocks) return blocks.error();
  return Block(*blocks, number);
}

Result<SegmentReader::BlocksOfDocument> SegmentReader::BlocksOf(
    DocumentNumber document) const noexcept {
  const auto blocks = RecordsOf(document, &DocumentBegin::text_block);
  if (!blocks) return blocks.error();
  return BlocksOfDocument(*blocks);
}

Result<TextBlock> SegmentReader::Block(const BlocksOfDocument& blocks,
                                       std::uint32_t number) const noexcept {
  if (number >= blocks.size()) {
    return Error{ErrorCode::kInvalidArgument, "text_block", number};
  }
  return CheckedBlock(blocks.range_, blocks.range_.begin + number);
}

// The same, held against the block before it and the one that holds it.
Result<TextBlock> SegmentReader::CheckedBlock(
    const MarkRange& blocks, std::uint32_t number) const noexcept {
  // A whole tree is too much to check for one block. What is held here against
  // its neighbours is what readers rely on: begins ascend, and a block lies
  // within its parent.
  auto block = BlockIn(blocks, number);
  if (!block || number == blocks.begin) return block;
  const Error wrong_range{
      ErrorCode::kCorrupt, "text_block.range",
      RecordAt(Section::kTextBlocks, number, kTextBlockBytes)};
  const auto before = BlockIn(blocks, number - 1);
  if (!before) return before.error();
  if (before->range.begin > block->range.begin) return wrong_range;
  if (block->parent_distance == 0) return block;
  const auto parent = BlockIn(blocks, number - block->parent_distance);
  if (!parent) return parent.error();
  if (parent->range.begin > block->range.begin ||
      parent->range.end < block->range.end) {
    return wrong_range;
  }
  // A cell's row is not stored: it is that of the row which holds it.
  if (block->kind == TextBlockKind::kCell) block->row = parent->row;
  return block;
}

Result<std::optional<std::uint32_t>> SegmentReader::BlockAt(
    DocumentNumber document, std::uint32_t offset) const noexcept {
  const auto blocks = BlocksOf(document);
  if (!blocks) return blocks.error();
  return BlockAt(*blocks, offset);
}

Result<std::optional<std::uint32_t>> SegmentReader::BlockAt(
    const BlocksOfDocument& of_document, std::uint32_t offset) const noexcept {
  const MarkRange* const blocks = &of_document.range_;
  // The last block that begins at the offset or before it. If it ended before
  // the offset, one that holds it may not have.
  std::uint32_t low = blocks->begin;
  for (std::uint32_t high = blocks->end; low < high;) {
    const std::uint32_t middle = low + (high - low) / 2;
    const auto block = BlockIn(*blocks, middle);
    if (!block) return block.error();
    if (block->range.begin <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  // The begins do not say where blocks end. So the walk goes up from there,
  // from parent to parent: a block that ended before the offset does not hold
  // it, but one around it may.
  for (std::uint32_t at = low; at > blocks->begin;) {
    const auto block = CheckedBlock(*blocks, at - 1);
    if (!block) return block.error();
    if (offset < block->range.end) {
      return std::optional(at - 1 - blocks->begin);
    }
    if (block->parent_distance == 0) break;
    at -= block->parent_distance;
  }
  return std::optional<std::uint32_t>();
}

Result<std::span<const std::uint32_t>> SegmentReader::BlocksAround(
    DocumentNumber document, std::uint32_t number,
    std::span<std::uint32_t, kMaxTextBlockDepth> out) const noexcept {
  std::size_t count = 0;
  for (;;) {
    const auto block = Block(document, number);
    if (!block) return block.error();
    // The file was checked for depth when it was written, so it is damaged.
    // Distances to parents go backwards only, so a walk always ends.
    if (count == out.size()) {
      const std::uint32_t in_section = BeginOf(document).text_block + number;
      return Error{
          ErrorCode::kCorrupt, "text_block.parent_distance",
          RecordAt(Section::kTextBlocks, in_section, kTextBlockBytes) + 8};
    }
    out[count++] = number;
    if (block->parent_distance == 0) break;
    number -= block->parent_distance;
  }
  std::reverse(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count));
  return out.first(count);
}

}  // namespace answerbox::engine
