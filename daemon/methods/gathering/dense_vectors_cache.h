// The dense vectors of a collection. They are made when they are first asked
// for, and kept with the snapshot that they were made of: they go when it goes,
// and when those of another collection are made. So memory for more than one
// set is only taken while somebody uses another one.
//
// Making takes seconds to minutes. No lock is held meanwhile, and nobody waits
// for it but who does it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/job_board.h"
#include "engine/latent/dense_vectors.h"
#include "engine/result.h"

namespace answerbox::daemon {

// Making vectors takes at most this; a collection that needs more has none.
inline constexpr std::size_t kMaxDenseMakingBytes = std::size_t{96} << 20;

// Safe to use from any thread.
class DenseVectorsCache {
 public:
  using Vectors = std::shared_ptr<const engine::DenseVectors>;

  //   max_bytes  as kMaxDenseMakingBytes
  explicit DenseVectorsCache(std::size_t max_bytes = kMaxDenseMakingBytes)
      : max_bytes_(max_bytes) {}

  // The vectors of the snapshot's live documents; null if they have not been
  // made. Takes constant time.
  [[nodiscard]] Vectors Find(
      const std::shared_ptr<const Snapshot>& snapshot) const;

  // The right to make the vectors of one collection, which one object at a time
  // has. The cache outlives it.
  class Making {
   public:
    Making(DenseVectorsCache& cache, std::string collection)
        : cache_(cache), collection_(std::move(collection)) {}
    ~Making();
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;

    // The vectors that Find() gives; if there are none, they are made. Pin the
    // snapshot after Begin(), so that no newer one has been asked for. Keeps
    // what it makes, unless vectors of a newer snapshot of the collection are
    // kept. Errors: kLimitExceeded, with bytes that making them would take at
    // least as the offset; kStopped, kTruncated, kCorrupt. Throws
    // std::bad_alloc.
    //   jobs  lists the making meanwhile; may be null
    [[nodiscard]] engine::Result<Vectors> Make(
        const std::shared_ptr<const Snapshot>& snapshot,
        JobBoard* jobs = nullptr);

   private:
    friend class DenseVectorsCache;

    DenseVectorsCache& cache_;
    const std::string collection_;
    bool is_first_ = false;  // It has the right.
  };

  // Null while another making of the collection is under way.
  [[nodiscard]] std::shared_ptr<Making> Begin(std::string_view collection);

  // Stops what is being made, soon. From now on nothing is made.
  void Interrupt() noexcept { stop_.request_stop(); }

 private:
  // Gives up what is kept, unless it is of a newer snapshot of the collection.
  void GiveUpFor(std::string_view collection, const Snapshot& snapshot);
  void Keep(std::string_view collection,
            const std::shared_ptr<const Snapshot>& snapshot,
            const Vectors& vectors);
  // With the lock held.
  [[nodiscard]] bool HasNewer(std::string_view collection,
                              const Snapshot& snapshot) const;

  const std::size_t max_bytes_;
  std::stop_source stop_;
  mutable std::mutex mutex_;
  std::set<std::string, std::less<>> being_made_;  // Names of collections.
  // What is kept. The snapshot holds the vectors.
  std::string collection_;
  std::uint64_t number_ = 0;
  std::weak_ptr<const Snapshot> snapshot_;
  std::weak_ptr<const engine::DenseVectors> vectors_;
};

}  // namespace answerbox::daemon
