// What questions see of a collection at one moment: immutable, and alive for as
// long as somebody holds it, even when its files have been replaced since.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/stored_segment.h"
#include "daemon/collections/snapshots/asked_segments.h"
#include "engine/index/reading/document_set.h"
#include "engine/index/reading/live_segment.h"

namespace answerbox::daemon {

class Snapshot {
 public:
  struct Segment {
    std::shared_ptr<const StoredSegment> stored;
    engine::DocumentSet removed;
    // When the first of `removed` was; of no meaning when there are none.
    std::chrono::sys_seconds removed_since{};
    // Of `removed`. A snapshot fills it in, and those after it that have the
    // same set share it.
    std::shared_ptr<const engine::RemovedShare> share = nullptr;
    std::uint32_t share_documents = 0;  // Size of the set that it is of.

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
    std::size_t old_segments = 0;  // Of the format before this one.
  };

  // Segments without a live document are left out. Linear in the documents of
  // segments whose removed ones changed, and in the chunks of these. A removed
  // document whose record is damaged is counted: to report damage is for
  // callers that need the record.
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
  // The same segments as the engine takes them, but for the squared norms of
  // profile paper: CollectionStore::SegmentsOf() gives what questions need.
  [[nodiscard]] std::span<const engine::LiveSegment> live() const noexcept {
    return live_;
  }
  [[nodiscard]] AskedSegments& asked() const noexcept { return asked_; }
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
  mutable AskedSegments asked_;  // Filled when it is first needed.
};

}  // namespace answerbox::daemon
