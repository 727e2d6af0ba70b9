#include <utility>

#include "engine/index/format/segment_layout.h"
#include "engine/index/merging/merged_sections.h"

namespace answerbox::engine {
namespace {

// Gives documents of an input their new numbers, in ascending order.
class Renumbering {
 public:
  Renumbering(const DocumentSet* removed, DocumentNumber& next_number)
      : removed_(removed), next_number_(&next_number) {}

  [[nodiscard]] bool IsRemoved(DocumentNumber document) const {
    return removed_ != nullptr && removed_->Contains(document);
  }
  // Counts the documents up to `end` that remain.
  void MoveTo(DocumentNumber end) {
    for (; document_ < end; ++document_) {
      if (!IsRemoved(document_)) ++*next_number_;
    }
  }

 private:
  const DocumentSet* removed_;
  DocumentNumber* next_number_;
  DocumentNumber document_ = 0;
};

}  // namespace

Result<void> ForEachAttachment(std::span<const MergeInput> inputs,
                               ReadObserver* observer,
                               const VisitAttachment& visit) {
  DocumentNumber next_number = 0;
  for (const auto& [segment, removed] : inputs) {
    Renumbering documents(removed, next_number);
    std::pair<DocumentNumber, std::uint16_t> before;
    for (std::uint32_t i = 0; i < segment->attachment_count(); ++i) {
      const auto record = segment->AttachmentAt(i);
      if (!record) return record.error();
      const auto place = std::pair(record->document, record->attachment.kind);
      // A reader would not find what stands out of order.
      if (place <= before) {
        return Error{ErrorCode::kCorrupt, "attachment.document",
                     segment->OffsetOfAttachment(i)};
      }
      before = place;
      documents.MoveTo(record->document);
      if (documents.IsRemoved(record->document)) continue;
      if (auto visited = visit(next_number, record->attachment); !visited) {
        return visited;
      }
      if (observer != nullptr && (i + 1) % kDocumentsAtOnce == 0) {
        observer->OnRead();
      }
    }
    documents.MoveTo(segment->counts().documents);
  }
  return {};
}

Result<void> WriteMergedAttachments(std::span<const MergeInput> inputs,
                                    SegmentWriter& writer,
                                    ReadObserver* observer) {
  writer.Begin(Section::kAttachments);
  std::uint64_t begin = 0;
  auto rows = ForEachAttachment(
      inputs, observer,
      [&](DocumentNumber document, const Attachment& attachment) {
        const AttachmentRow row{begin, document, attachment.kind,
                                attachment.version};
        begin += attachment.bytes.size();
        return writer.AppendRow<kAttachmentRowBytes>(row);
      });
  if (!rows) return rows;
  writer.Begin(Section::kAttachmentBytes);
  return ForEachAttachment(inputs, observer,
                           [&](DocumentNumber, const Attachment& attachment) {
                             return writer.Append(attachment.bytes);
                           });
}

}  // namespace answerbox::engine
