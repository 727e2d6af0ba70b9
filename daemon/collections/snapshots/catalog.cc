#include "daemon/collections/snapshots/catalog.h"

#include <algorithm>
#include <utility>

namespace answerbox::daemon {

std::shared_ptr<const Snapshot> Catalog::Pin(
    std::string_view collection) const {
  const std::lock_guard lock(mutex_);
  const auto found = snapshots_.find(collection);
  return found == snapshots_.end() ? nullptr : found->second;
}

Catalog::Snapshots Catalog::All() const {
  const std::lock_guard lock(mutex_);
  // Copies of pointers: a snapshot is never copied.
  return snapshots_;
}

std::size_t Catalog::size() const {
  const std::lock_guard lock(mutex_);
  return snapshots_.size();
}

void Catalog::Publish(const std::string& collection,
                      std::shared_ptr<const Snapshot> snapshot) {
  const std::lock_guard lock(mutex_);
  // The old snapshot is destroyed outside of the lock: that may unmap files.
  snapshots_[collection].swap(snapshot);
}

void Catalog::Erase(const std::string& collection) {
  std::shared_ptr<const Snapshot> last;
  const std::lock_guard lock(mutex_);
  const auto found = snapshots_.find(collection);
  if (found == snapshots_.end()) return;
  // Declared before the lock, so that it is destroyed after it.
  last = std::move(found->second);
  snapshots_.erase(found);
}

void Catalog::RaiseSegmentNumber(std::uint64_t used) noexcept {
  next_segment_number_ = std::max(next_segment_number_.load(), used + 1);
}

}  // namespace answerbox::daemon
