#include "daemon/methods/dense_vectors_cache.h"

#include <utility>

namespace answerbox::daemon {

engine::Result<std::shared_ptr<const engine::DenseVectors>>
DenseVectorsCache::Of(const std::shared_ptr<const Snapshot>& snapshot) {
  const std::scoped_lock lock(mutex_);
  if (vectors_ && snapshot_.lock() == snapshot) return vectors_;
  const auto bytes = engine::DenseVectors::BytesToMake(snapshot->live());
  if (!bytes) return bytes.error();
  if (*bytes > max_bytes_) {
    return engine::Error{engine::ErrorCode::kLimitExceeded, "dense vectors",
                         *bytes};
  }
  vectors_.reset();
  auto made =
      engine::DenseVectors::Make(snapshot->live(), engine::kDefaultDensePasses);
  if (!made) return made.error();
  vectors_ = std::make_shared<const engine::DenseVectors>(*std::move(made));
  snapshot_ = snapshot;
  return vectors_;
}

}  // namespace answerbox::daemon
