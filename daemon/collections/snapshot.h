// What questions see of a collection at one moment: immutable, and alive for as
// long as somebody holds it, even when its files have been replaced since.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daemon/collections/collection_settings.h"
#include "daemon/collections/stored_segment.h"
#include "engine/index/document_set.h"
#include "engine/index/live_segment.h"

namespace answerbox::daemon {

class Snapshot {
 public:
  struct Segment {
    std::shared_ptr<const StoredSegment> stored;
    engine::DocumentSet removed;

    [[nodiscard]] std::uint32_t live_documents() const noexcept {
      return stored->reader.counts().documents - removed.size();
    }
  };

  struct Totals {
    std::uint64_t documents = 0;
    std::uint64_t chunks = 0;
    std::uint64_t sentences = 0;
    std::uint64_t text_bytes = 0;
    std::uint64_t disk_bytes = 0;  // Removed documents included.
  };

  // Segments without a live document are left out. Linear in the documents of
  // segments with removed ones. A removed document whose record is damaged is
  // counted: to report damage is for whoever needs the record.
  Snapshot(std::uint64_t number, CollectionSettings settings,
           std::vector<Segment> segments);
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  // Grows by one with every change that was acknowledged.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  [[nodiscard]] const CollectionSettings& settings() const noexcept {
    return settings_;
  }
  // Documents stand in the order in which they were added last: from segment to
  // segment, and within each by number. Merging keeps that order, so it depends
  // on the changes alone and not on how they were batched.
  [[nodiscard]] const std::vector<Segment>& segments() const noexcept {
    return segments_;
  }
  // The same segments as the engine takes them.
  [[nodiscard]] std::span<const engine::LiveSegment> live() const noexcept {
    return live_;
  }
  // Of live documents.
  [[nodiscard]] const Totals& totals() const noexcept { return totals_; }
  [[nodiscard]] std::uint64_t document_count() const noexcept {
    return totals_.documents;
  }
  [[nodiscard]] bool Has(std::uint64_t segment_number) const noexcept;

 private:
  std::uint64_t number_;
  CollectionSettings settings_;
  std::vector<Segment> segments_;
  std::vector<engine::LiveSegment> live_;  // Points into segments_.
  Totals totals_;
};

}  // namespace answerbox::daemon
