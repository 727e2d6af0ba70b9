// The state of a collection at one moment, as questions see it. It is
// immutable, and readable as long as somebody holds it, even when its files
// have been replaced since.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/stored_segment.h"
#include "daemon/error.h"
#include "engine/index/reading/document_copies.h"
#include "engine/index/reading/live_segment.h"
#include "platform/file/temporary_mapping.h"

namespace answerbox::daemon {

// The segments of a snapshot, with the squared norms that profile paper needs:
// the squared length of each chunk's vector over the whole collection. Segments
// can't store these, as they depend on all other documents. They are computed
// for the first question, and kept as long as the snapshot, in a file without a
// name.
class AskedSegments {
 public:
  // Returns `live` with squared norms. The first call reads all postings twice
  // and takes eight bytes a chunk on the disk. Calls during the first one wait
  // for it; later calls cost nothing. After an error the next call tries again.
  // Errors: kStorage; errors of the engine, as `corrupt` converts them.
  //   live     the same in every call; outlives this
  //   scratch  returns the path of a file that does not exist
  [[nodiscard]] Result<std::span<const engine::LiveSegment>> WithNorms(
      std::span<const engine::LiveSegment> live,
      const std::function<std::filesystem::path()>& scratch,
      const std::function<Error(const engine::Error&)>& corrupt);

 private:
  // Gives each segment its part of the norms.
  void Share(std::span<const engine::LiveSegment> live,
             std::span<const std::uint64_t> norms);

  std::atomic<bool> is_ready_ = false;
  std::mutex mutex_;  // Guards the members below until is_ready_; then they are
                      // constant.
  platform::TemporaryMapping norms_;
  std::vector<engine::LiveSegment> segments_;
};

class Snapshot {
 public:
  struct Segment {
    std::shared_ptr<const StoredSegment> stored;
    engine::DocumentSet removed;
    // Time of the first removal; without meaning when `removed` is empty.
    std::chrono::sys_seconds removed_since{};
    // The share of `removed`, computed by a snapshot. Later snapshots with the
    // same set use the same object.
    std::shared_ptr<const engine::RemovedShare> share = nullptr;
    std::uint32_t share_documents = 0;  // Size of the set that `share` is for.

    [[nodiscard]] std::uint32_t live_documents() const noexcept {
      return stored->reader.counts().documents - removed.size();
    }
  };

  struct Totals {
    std::uint64_t documents = 0;
    std::uint64_t chunks = 0;
    std::uint64_t sentences = 0;
    std::uint64_t text_bytes = 0;
    std::uint64_t disk_bytes = 0;  // Including removed documents.
  };

  // Leaves out segments without a live document. Takes time linear in the
  // documents of segments whose removals changed, and in the chunks of those
  // documents. A removed document with a damaged record counts as removed;
  // callers that need the record report the damage.
  Snapshot(std::uint64_t number, CollectionSettings settings,
           std::vector<Segment> segments);
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  // Grows by one with each acknowledged change.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  [[nodiscard]] const CollectionSettings& settings() const noexcept {
    return settings_;
  }
  // Documents are in the order of their last addition: from segment to segment,
  // and by number within a segment. Merging keeps this order. So the order
  // depends only on the changes, not on how they were batched.
  [[nodiscard]] const std::vector<Segment>& segments() const noexcept {
    return segments_;
  }
  // Returns the same segments for the engine, without the squared norms of
  // profile paper. Questions use CollectionStore::SegmentsOf().
  [[nodiscard]] std::span<const engine::LiveSegment> live() const noexcept {
    return live_;
  }
  [[nodiscard]] AskedSegments& asked() const noexcept { return asked_; }
  // Its documents that have the text of another. The first call compares all
  // documents; later ones cost nothing, unless a document could not be read.
  // The snapshot outlives the result. Safe to call from any thread.
  [[nodiscard]] std::shared_ptr<const engine::DocumentCopies> copies() const;
  // Returns the totals of live documents.
  [[nodiscard]] const Totals& totals() const noexcept { return totals_; }
  [[nodiscard]] std::uint64_t document_count() const noexcept {
    return totals_.documents;
  }
  [[nodiscard]] bool Has(std::uint64_t segment_number) const noexcept;

  // Keeps an object made from the snapshot for as long as the snapshot lives,
  // and drops the one kept before; null: keeps nothing. Safe to call from any
  // thread.
  void Keep(std::shared_ptr<const void> made) const;

 private:
  std::uint64_t number_;
  CollectionSettings settings_;
  std::vector<Segment> segments_;
  std::vector<engine::LiveSegment> live_;  // Points into segments_.
  Totals totals_;
  mutable AskedSegments asked_;  // Filled when first needed.
  mutable std::mutex copies_mutex_;
  mutable std::shared_ptr<const engine::DocumentCopies> copies_;
  mutable std::mutex kept_mutex_;
  mutable std::shared_ptr<const void> kept_;
};

}  // namespace answerbox::daemon
