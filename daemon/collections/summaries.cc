#include "daemon/collections/summaries.h"

#include "daemon/collections/errors.h"

namespace answerbox::daemon {
namespace {

Result<void> SubtractRemoved(const Snapshot::Segment& segment,
                             CollectionSummary& summary) {
  const engine::SegmentReader& reader = segment.stored->reader;
  if (segment.removed.size() == 0) return {};
  for (std::uint32_t document = 0; document < reader.counts().documents;
       ++document) {
    if (!segment.removed.Contains(document)) continue;
    const auto record = reader.Document(document);
    if (!record) {
      return CorruptError(segment.stored->file_name, record.error());
    }
    summary.chunks -= record->chunk_count;
    summary.sentences -= record->sentence_count;
    summary.text_bytes -= record->text.size();
  }
  return {};
}

}  // namespace

Result<DocumentSummary> Summarize(std::string_view collection,
                                  const StoredSegment& segment,
                                  engine::DocumentNumber document) {
  const auto record = segment.reader.Document(document);
  if (!record) return CorruptError(segment.file_name, record.error());
  return DocumentSummary{.name = std::string(record->name),
                         .collection = std::string(collection),
                         .replaced = false,
                         .bytes = record->text.size(),
                         .sha256 = record->sha256,
                         .chunks = record->chunk_count,
                         .sentences = record->sentence_count,
                         .pages = record->page_count};
}

Result<CollectionSummary> Summarize(std::string_view collection,
                                    const Snapshot& snapshot) {
  CollectionSummary summary{.name = std::string(collection),
                            .settings = snapshot.settings(),
                            .documents = snapshot.document_count(),
                            .segments = snapshot.segments().size(),
                            .snapshot = snapshot.number()};
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    const engine::SegmentCounts& counts = segment.stored->reader.counts();
    summary.chunks += counts.chunks;
    summary.sentences += counts.sentences;
    summary.text_bytes += counts.text_bytes;
    summary.disk_bytes += segment.stored->file.bytes().size();
    if (auto done = SubtractRemoved(segment, summary); !done) {
      return done.error();
    }
  }
  return summary;
}

}  // namespace answerbox::daemon
