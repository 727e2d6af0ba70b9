#include "daemon/collections/snapshot.h"

#include <algorithm>
#include <utility>

namespace answerbox::daemon {
namespace {

// Records of a damaged table may add up to more than there is.
void Subtract(std::uint64_t& total, std::uint64_t part) {
  total -= std::min(total, part);
}

void SubtractRemoved(const Snapshot::Segment& segment,
                     Snapshot::Totals& totals) {
  if (segment.removed.size() == 0) return;
  const engine::SegmentReader& reader = segment.stored->reader;
  for (std::uint32_t document = 0; document < reader.counts().documents;
       ++document) {
    if (!segment.removed.Contains(document)) continue;
    const auto record = reader.Document(document);
    if (!record) continue;
    Subtract(totals.chunks, record->chunk_count);
    Subtract(totals.sentences, record->sentence_count);
    Subtract(totals.text_bytes, record->text.size());
  }
}

void Count(const Snapshot::Segment& segment, Snapshot::Totals& totals) {
  const engine::SegmentCounts& counts = segment.stored->reader.counts();
  totals.documents += segment.live_documents();
  totals.chunks += counts.chunks;
  totals.sentences += counts.sentences;
  totals.text_bytes += counts.text_bytes;
  totals.disk_bytes += segment.stored->file.bytes().size();
  SubtractRemoved(segment, totals);
}

}  // namespace

Snapshot::Snapshot(std::uint64_t number, CollectionSettings settings,
                   std::vector<Segment> segments)
    : number_(number), settings_(settings), segments_(std::move(segments)) {
  std::erase_if(segments_, [](const Segment& segment) {
    return segment.live_documents() == 0;
  });
  live_.reserve(segments_.size());
  for (const Segment& segment : segments_) {
    live_.push_back({&segment.stored->reader, &segment.removed});
    Count(segment, totals_);
  }
}

bool Snapshot::Has(std::uint64_t segment_number) const noexcept {
  return std::any_of(segments_.begin(), segments_.end(),
                     [&](const Segment& segment) {
                       return segment.stored->number == segment_number;
                     });
}

}  // namespace answerbox::daemon
