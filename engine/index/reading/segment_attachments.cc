// SegmentReader: the attachments of documents.
#include "engine/index/format/segment_layout.h"
#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {

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
