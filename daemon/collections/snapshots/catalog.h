// The current snapshot of every collection, and what else the store's threads
// share.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "daemon/collections/snapshots/snapshot.h"

namespace answerbox::daemon {

class Catalog {
 public:
  using Snapshots =
      std::map<std::string, std::shared_ptr<const Snapshot>, std::less<>>;

  // Null when there is no such collection.
  [[nodiscard]] std::shared_ptr<const Snapshot> Pin(
      std::string_view collection) const;

  [[nodiscard]] Snapshots All() const;
  [[nodiscard]] std::size_t size() const;

  void Publish(const std::string& collection,
               std::shared_ptr<const Snapshot> snapshot);
  void Erase(const std::string& collection);

  // Segment numbers are unique in the state directory: code that writes a
  // segment can never write over another, be its collection dropped and made
  // anew.
  [[nodiscard]] std::uint64_t NextSegmentNumber() noexcept {
    return next_segment_number_++;
  }
  void RaiseSegmentNumber(std::uint64_t used) noexcept;

  std::atomic<std::uint64_t> bytes_added = 0;
  // In files that no collection needs and that could not be removed.
  std::atomic<std::uint64_t> remaining_documents = 0;
  std::atomic<std::uint64_t> remaining_text_bytes = 0;

 private:
  mutable std::mutex mutex_;  // Held to copy or swap pointers, nothing else.
  Snapshots snapshots_;
  std::atomic<std::uint64_t> next_segment_number_ = 1;
};

}  // namespace answerbox::daemon
