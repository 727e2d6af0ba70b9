#include "daemon/collections/snapshot.h"

#include <algorithm>
#include <utility>

namespace answerbox::daemon {

Snapshot::Snapshot(std::uint64_t number, CollectionSettings settings,
                   std::vector<Segment> segments)
    : number_(number), settings_(settings), segments_(std::move(segments)) {
  std::erase_if(segments_, [](const Segment& segment) {
    return segment.live_documents() == 0;
  });
  live_.reserve(segments_.size());
  for (const Segment& segment : segments_) {
    live_.push_back({&segment.stored->reader, &segment.removed});
  }
}

std::uint64_t Snapshot::document_count() const noexcept {
  std::uint64_t count = 0;
  for (const Segment& segment : segments_) count += segment.live_documents();
  return count;
}

bool Snapshot::Has(std::uint64_t segment_number) const noexcept {
  return std::any_of(segments_.begin(), segments_.end(),
                     [&](const Segment& segment) {
                       return segment.stored->number == segment_number;
                     });
}

}  // namespace answerbox::daemon
