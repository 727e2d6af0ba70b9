// The dense vectors of a collection. They are made when they are first asked
// for, and kept until those of another collection or of a later snapshot are
// asked for: so memory for more than one set is only taken while somebody uses
// an older one.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "daemon/collections/snapshots/snapshot.h"
#include "engine/latent/dense_vectors.h"
#include "engine/result.h"

namespace answerbox::daemon {

// Making vectors takes at most this; a collection that needs more has none.
inline constexpr std::size_t kMaxDenseMakingBytes = std::size_t{96} << 20;

// Safe to use from any thread.
class DenseVectorsCache {
 public:
  //   max_bytes  as kMaxDenseMakingBytes
  explicit DenseVectorsCache(std::size_t max_bytes = kMaxDenseMakingBytes)
      : max_bytes_(max_bytes) {}

  // Those of the snapshot's live documents. Whoever asks while vectors are made
  // waits. Errors: kLimitExceeded, with the bytes that making them would take
  // as the offset; kTruncated, kCorrupt. Throws std::bad_alloc.
  [[nodiscard]] engine::Result<std::shared_ptr<const engine::DenseVectors>> Of(
      const std::shared_ptr<const Snapshot>& snapshot);

 private:
  const std::size_t max_bytes_;
  std::mutex mutex_;
  std::weak_ptr<const Snapshot> snapshot_;  // Whose vectors these are.
  std::shared_ptr<const engine::DenseVectors> vectors_;
};

}  // namespace answerbox::daemon
