#include "daemon/methods/gathering/dense_vectors_cache.h"

namespace answerbox::daemon {
namespace {

// Lists the making of vectors with its progress.
class ListedMaking final : public engine::DenseMakingObserver {
 public:
  ListedMaking(JobBoard* jobs, std::string_view collection)
      : job_(jobs, JobKind::kVectors, collection) {}

  void OnStep(std::uint64_t done, std::uint64_t total) noexcept override {
    job_.Advance(done, total);
  }

 private:
  JobBoard::Job job_;
};

}  // namespace

DenseVectorsCache::Vectors DenseVectorsCache::Find(
    const std::shared_ptr<const Snapshot>& snapshot) const {
  const std::scoped_lock lock(mutex_);
  // A pointer from lock() might be the last, and end the snapshot right here.
  const bool is_kept =
      !snapshot_.owner_before(snapshot) && !snapshot.owner_before(snapshot_);
  return is_kept ? vectors_.lock() : nullptr;
}

std::shared_ptr<DenseVectorsCache::Making> DenseVectorsCache::Begin(
    std::string_view collection) {
  // Made first: memory that runs out afterwards would leave the name behind.
  const auto making = std::make_shared<Making>(*this, std::string(collection));
  const std::scoped_lock lock(mutex_);
  if (!being_made_.insert(making->collection_).second) return nullptr;
  making->is_first_ = true;
  return making;
}

DenseVectorsCache::Making::~Making() {
  if (!is_first_) return;
  const std::scoped_lock lock(cache_.mutex_);
  cache_.being_made_.erase(collection_);
}

engine::Result<DenseVectorsCache::Vectors> DenseVectorsCache::Making::Make(
    const std::shared_ptr<const Snapshot>& snapshot, JobBoard* jobs) {
  // Another request may have made them between Begin() and the pin.
  if (Vectors found = cache_.Find(snapshot)) return found;
  ListedMaking listed(jobs, collection_);
  // Counted before anything is made: a collection that is too large must cost
  // no memory, and its caller no minutes.
  const auto bytes = engine::DenseVectors::BytesToMake(
      snapshot->live(), cache_.max_bytes_, cache_.stop_.get_token());
  if (!bytes) return bytes.error();
  if (*bytes > cache_.max_bytes_) {
    return engine::Error{engine::ErrorCode::kLimitExceeded, "dense vectors",
                         *bytes};
  }
  // The old vectors go before the new ones are made. Both together would need
  // twice the memory that the bound allows.
  cache_.GiveUpFor(collection_, *snapshot);
  auto made =
      engine::DenseVectors::Make(snapshot->live(), engine::kDefaultDensePasses,
                                 cache_.stop_.get_token(), &listed);
  if (!made) return made.error();
  auto vectors = std::make_shared<const engine::DenseVectors>(*std::move(made));
  cache_.Keep(collection_, snapshot, vectors);
  return vectors;
}

void DenseVectorsCache::GiveUpFor(std::string_view collection,
                                  const Snapshot& snapshot) {
  std::shared_ptr<const Snapshot> keeper;
  {
    const std::scoped_lock lock(mutex_);
    if (HasNewer(collection, snapshot)) return;
    // Kept past the lock: if this is the last pointer, the snapshot ends, and
    // its destructor must not run under a lock that others wait for.
    keeper = std::exchange(snapshot_, {}).lock();
    vectors_.reset();
  }
  if (keeper != nullptr) keeper->Keep(nullptr);
}

void DenseVectorsCache::Keep(std::string_view collection,
                             const std::shared_ptr<const Snapshot>& snapshot,
                             const Vectors& vectors) {
  GiveUpFor(collection, *snapshot);
  const std::scoped_lock lock(mutex_);
  // A newer snapshot came first; the older vectors are used once and go.
  if (!snapshot_.expired()) return;
  collection_ = collection;
  number_ = snapshot->number();
  snapshot_ = snapshot;
  vectors_ = vectors;
  snapshot->Keep(vectors);
}

bool DenseVectorsCache::HasNewer(std::string_view collection,
                                 const Snapshot& snapshot) const {
  return collection == collection_ && !snapshot_.expired() &&
         number_ > snapshot.number();
}

}  // namespace answerbox::daemon
