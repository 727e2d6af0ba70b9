// SegmentReader: documents, their records, names, text and attachments.

#include "engine/index/format/little_endian.h"
#include "engine/index/format/name_filter.h"
#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {

// Precondition: document < counts_.documents. Also checks the next record,
// which holds the ends.
bool SegmentReader::HoldsRows(Section section, DocumentNumber document,
                              std::size_t row_bytes) const noexcept {
  const bool is_last = document + 1 == counts_.documents;
  // One call for both records: they mostly lie in one block.
  return Holds(RecordAt(section, document, row_bytes),
               is_last ? row_bytes : 2 * row_bytes);
}

bool SegmentReader::HoldsDocumentRows(DocumentNumber document) const noexcept {
  return HoldsRows(Section::kDocuments, document, kDocumentBytes) &&
         (end_of_documents_.text_block == 0 ||
          HoldsRows(Section::kFirstTextBlocks, document, kFirstTextBlockBytes));
}

// Precondition: HoldsDocumentRows() was false.
Error SegmentReader::DamagedRows(DocumentNumber document) const noexcept {
  const bool is_record =
      !HoldsRows(Section::kDocuments, document, kDocumentBytes);
  const std::size_t bytes = is_record ? kDocumentBytes : kFirstTextBlockBytes;
  return Damage(
      is_record ? "document" : "first_text_blocks",
      RecordAt(is_record ? Section::kDocuments : Section::kFirstTextBlocks,
               document, bytes),
      document + 1 == counts_.documents ? bytes : 2 * bytes);
}

SegmentReader::DocumentBegin SegmentReader::EndOfDocuments() const noexcept {
  const auto records = [this](Section section, std::size_t bytes) {
    return static_cast<std::uint32_t>(SectionBytes(section) / bytes);
  };
  // The sections' sizes are the ends of the last document's records, which no
  // further record tells.
  return {counts_.text_bytes,
          static_cast<std::uint32_t>(SectionBytes(Section::kNames)),
          counts_.chunks,
          counts_.sentences,
          records(Section::kPages, kPageBytes),
          records(Section::kHeadings, kHeadingBytes),
          records(Section::kTextBlocks, kTextBlockBytes)};
}

// Precondition: document <= counts_.documents.
SegmentReader::DocumentBegin SegmentReader::BeginOf(
    DocumentNumber document) const noexcept {
  if (document == counts_.documents) return end_of_documents_;
  const DocumentRow row = DecodeDocument(
      file_.data() + RecordAt(Section::kDocuments, document, kDocumentBytes));
  const std::uint32_t text_block =
      end_of_documents_.text_block == 0
          ? 0
          : LoadLittle32(file_.data() + RecordAt(Section::kFirstTextBlocks,
                                                 document,
                                                 kFirstTextBlockBytes));
  return {row.text_begin,     row.name_begin, row.first_chunk,
          row.first_sentence, row.first_page, row.first_heading,
          text_block};
}

// The first field of a document's record that the next record contradicts.
const char* SegmentReader::FindWrongField(
    const DocumentBegin& begin, const DocumentBegin& end) const noexcept {
  // Begins must ascend from record to record, and the last must not pass its
  // section's end. Then every range that is computed from two of them is
  // ordered and within its section.
  const auto is_wrong = [&](auto field) {
    return begin.*field > end.*field || end.*field > end_of_documents_.*field;
  };
  if (is_wrong(&DocumentBegin::text) ||
      end.text - begin.text > kMaxDocumentBytes) {
    return "document.text_begin";
  }
  const std::uint32_t name_bytes = end.name - begin.name;
  if (is_wrong(&DocumentBegin::name) || name_bytes == 0 ||
      name_bytes > kMaxDocumentNameBytes) {
    return "document.name_begin";
  }
  if (is_wrong(&DocumentBegin::chunk)) return "document.first_chunk";
  if (is_wrong(&DocumentBegin::sentence)) return "document.first_sentence";
  if (is_wrong(&DocumentBegin::page)) return "document.first_page";
  if (is_wrong(&DocumentBegin::heading)) return "document.first_heading";
  if (is_wrong(&DocumentBegin::text_block)) return "first_text_blocks";
  return nullptr;
}

std::string_view SegmentReader::TextOf(Section section, std::uint64_t begin,
                                       std::uint64_t end) const noexcept {
  return {reinterpret_cast<const char*>(file_.data()) + SectionBegin(section) +
              begin,
          static_cast<std::size_t>(end - begin)};
}

Result<SegmentReader::DocumentBounds> SegmentReader::BoundsOf(
    DocumentNumber document) const noexcept {
  if (document >= counts_.documents) return OutOfRange("document", document);
  if (!HoldsDocumentRows(document)) return DamagedRows(document);
  const DocumentBounds bounds{BeginOf(document), BeginOf(document + 1)};
  if (const char* field = FindWrongField(bounds.begin, bounds.end);
      field != nullptr) {
    return Error{ErrorCode::kCorrupt, field,
                 RecordAt(Section::kDocuments, document, kDocumentBytes)};
  }
  return bounds;
}

Result<SegmentReader::MarkRange> SegmentReader::RecordsOf(
    DocumentNumber document,
    std::uint32_t DocumentBegin::*records) const noexcept {
  const auto bounds = BoundsOf(document);
  if (!bounds) return bounds.error();
  return MarkRange{bounds->begin.*records, bounds->end.*records,
                   bounds->text_bytes()};
}

Result<DocumentRecord> SegmentReader::Document(
    DocumentNumber document) const noexcept {
  const auto bounds = BoundsOf(document);
  if (!bounds) return bounds.error();
  const DocumentBegin& begin = bounds->begin;
  const DocumentBegin& end = bounds->end;
  const std::uint64_t at =
      RecordAt(Section::kDocuments, document, kDocumentBytes);
  const std::uint64_t name_at = SectionBegin(Section::kNames) + begin.name;
  if (!Holds(name_at, end.name - begin.name)) {
    return Damage("document.name", name_at, end.name - begin.name);
  }
  DocumentRecord record;
  record.name = TextOf(Section::kNames, begin.name, end.name);
  record.sha256 = DecodeDocument(file_.data() + at).sha256;
  record.text_begin = begin.text;
  record.text_bytes = bounds->text_bytes();
  record.first_chunk = begin.chunk;
  record.chunk_count = end.chunk - begin.chunk;
  record.first_sentence = begin.sentence;
  record.sentence_count = end.sentence - begin.sentence;
  record.page_count = end.page - begin.page;
  record.heading_count = end.heading - begin.heading;
  record.text_block_count = end.text_block - begin.text_block;
  return record;
}

Result<std::string_view> SegmentReader::DocumentName(
    DocumentNumber document) const noexcept {
  if (document >= counts_.documents) return OutOfRange("document", document);
  const std::uint64_t at =
      RecordAt(Section::kDocuments, document, kDocumentBytes);
  if (!HoldsDocumentRows(document)) return DamagedRows(document);
  // Reads the name's begin and end alone: ranking compares names of chunks with
  // equal scores, and needs nothing else of the record.
  const std::byte* const row = file_.data() + at;
  const std::uint64_t names_bytes = SectionBytes(Section::kNames);
  const std::uint64_t begin = DecodeDocument(row).name_begin;
  const std::uint64_t end =
      document + 1 == counts_.documents
          ? names_bytes
          : DecodeDocument(row + kDocumentBytes).name_begin;
  if (begin >= end || end > names_bytes ||
      end - begin > kMaxDocumentNameBytes) {
    return Error{ErrorCode::kCorrupt, "document.name_begin", at};
  }
  const std::uint64_t name_at = SectionBegin(Section::kNames) + begin;
  if (!Holds(name_at, end - begin)) {
    return Damage("document.name", name_at, end - begin);
  }
  return TextOf(Section::kNames, begin, end);
}

Result<std::string_view> SegmentReader::Text(const DocumentRecord& document,
                                             ByteRange part) const noexcept {
  // The record comes from the caller, and may be of another segment.
  if (part.begin > part.end || part.end > document.text_bytes ||
      document.text_begin > counts_.text_bytes ||
      document.text_bytes > counts_.text_bytes - document.text_begin) {
    return OutOfRange("text.range", part.begin);
  }
  const std::uint64_t begin = document.text_begin + part.begin;
  const std::uint64_t bytes = part.end - part.begin;
  const std::uint64_t at = SectionBegin(Section::kText) + begin;
  if (!Holds(at, bytes)) return Damage("document.text", at, bytes);
  return TextOf(Section::kText, begin, begin + bytes);
}

Result<std::string_view> SegmentReader::Text(
    const DocumentRecord& document) const noexcept {
  return Text(document, {0, document.text_bytes});
}

Result<bool> SegmentReader::MayHoldName(std::string_view name) const noexcept {
  const std::uint64_t bytes = SectionBytes(Section::kNameFilter);
  if (bytes == 0) return false;
  const std::uint64_t at =
      SectionBegin(Section::kNameFilter) +
      NameFilterBlockAt(name, static_cast<std::size_t>(bytes));
  if (!Holds(at, kNameFilterBlockBytes)) {
    return Damage("name_filter", at, kNameFilterBlockBytes);
  }
  return engine::MayHoldName(
      file_.subspan(
          static_cast<std::size_t>(SectionBegin(Section::kNameFilter)),
          static_cast<std::size_t>(bytes)),
      name);
}

Result<DocumentNumber> SegmentReader::DocumentByName(
    std::uint32_t place) const noexcept {
  if (place >= counts_.documents) return OutOfRange("document", place);
  const std::uint64_t at =
      RecordAt(Section::kDocumentsByName, place, kDocumentByNameBytes);
  if (!Holds(at, kDocumentByNameBytes)) {
    return Damage("documents_by_name", at, kDocumentByNameBytes);
  }
  const DocumentNumber document = LoadLittle32(file_.data() + at);
  if (document >= counts_.documents) {
    return Error{ErrorCode::kCorrupt, "documents_by_name", at};
  }
  return document;
}

std::uint32_t SegmentReader::attachment_count() const noexcept {
  return static_cast<std::uint32_t>(SectionBytes(Section::kAttachments) /
                                    kAttachmentRowBytes);
}

std::uint64_t SegmentReader::OffsetOfAttachment(
    std::uint32_t number) const noexcept {
  return RecordAt(Section::kAttachments, number, kAttachmentRowBytes);
}

Result<AttachmentRecord> SegmentReader::AttachmentAt(
    std::uint32_t number) const noexcept {
  const std::uint32_t count = attachment_count();
  if (number >= count) return OutOfRange("attachment", number);
  const std::uint64_t at = OffsetOfAttachment(number);
  const bool is_last = number + 1 == count;
  const std::uint64_t rows = (is_last ? 1 : 2) * kAttachmentRowBytes;
  if (!Holds(at, rows)) return Damage("attachment", at, rows);
  const AttachmentRow row = DecodeAttachment(file_.data() + at);
  const std::uint64_t section_bytes = SectionBytes(Section::kAttachmentBytes);
  const std::uint64_t end =
      is_last ? section_bytes
              : DecodeAttachment(file_.data() + at + kAttachmentRowBytes).begin;
  if (row.begin > end || end > section_bytes ||
      end - row.begin > kMaxAttachmentBytes) {
    return Error{ErrorCode::kCorrupt, "attachment.begin", at};
  }
  if (row.document >= counts_.documents) {
    return Error{ErrorCode::kCorrupt, "attachment.document", at + 8};
  }
  if (row.kind == 0) {
    return Error{ErrorCode::kCorrupt, "attachment.kind", at + 12};
  }
  const std::uint64_t bytes_at =
      SectionBegin(Section::kAttachmentBytes) + row.begin;
  if (!Holds(bytes_at, end - row.begin)) {
    return Damage("attachment_bytes", bytes_at, end - row.begin);
  }
  return AttachmentRecord{row.document,
                          {row.kind, row.version,
                           TextOf(Section::kAttachmentBytes, row.begin, end)}};
}

Result<std::optional<Attachment>> SegmentReader::FindAttachment(
    DocumentNumber document, std::uint16_t kind) const noexcept {
  std::uint32_t low = 0;
  for (std::uint32_t high = attachment_count(); low < high;) {
    const std::uint32_t middle = low + (high - low) / 2;
    const std::uint64_t at = OffsetOfAttachment(middle);
    if (!Holds(at, kAttachmentRowBytes)) {
      return Damage("attachment", at, kAttachmentRowBytes);
    }
    const AttachmentRow row = DecodeAttachment(file_.data() + at);
    if (row.document < document ||
        (row.document == document && row.kind < kind)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == attachment_count()) return std::optional<Attachment>();
  const auto found = AttachmentAt(low);
  if (!found) return found.error();
  if (found->document != document || found->attachment.kind != kind) {
    return std::optional<Attachment>();
  }
  return std::optional(found->attachment);
}

}  // namespace answerbox::engine
