#include "daemon/collections/snapshots/summaries.h"

#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
Result<DocumentSummary> Summarize(std::string_view collection,
                                  const StoredSegment& segment,
                                  engine::DocumentNumber document) {
  const auto record = segment.reader.Document(document);
  if (!record) return CorruptError(segment.file_name, record.error());
  return DocumentSummary{.name = std::string(record->name),
                         .collection = std::string(collection),
                         .replaced = false,
                         .bytes = record->text_bytes,
                         .sha256 = record->sha256,
                         .chunks = record->chunk_count,
                         .sentences = record->sentence_count,
                         .pages = record->page_count,
                         .blocks = record->text_block_count};
}

CollectionSummary Summarize(std::string_view collection,
                            const Snapshot& snapshot) {
  const Snapshot::Totals& totals = snapshot.totals();
  return {.name = std::string(collection),
          .settings = snapshot.settings(),
          .documents = totals.documents,
          .chunks = totals.chunks,
          .sentences = totals.sentences,
          .text_bytes = totals.text_bytes,
          .disk_bytes = totals.disk_bytes,
          .segments = snapshot.segments().size(),
          .snapshot = snapshot.number()};
}

}  // namespace answerbox::daemon
