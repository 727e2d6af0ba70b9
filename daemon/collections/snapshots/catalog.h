// The current snapshot of every collection, and the counters that the store's
// threads share. Safe to use from any thread.
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

  // Segment numbers are unique in the state directory. So a new segment never
  // overwrites another one, even if its collection was dropped and made anew.
  [[nodiscard]] std::uint64_t NextSegmentNumber() noexcept {
    return next_segment_number_++;
  }
  void RaiseSegmentNumber(std::uint64_t used) noexcept;

  std::atomic<std::uint64_t> bytes_added = 0;
  // Content of files that no collection needs and that could not be removed.
  std::atomic<std::uint64_t> remaining_documents = 0;
  std::atomic<std::uint64_t> remaining_text_bytes = 0;

 private:
  mutable std::mutex mutex_;  // Held only to copy or swap pointers.
  Snapshots snapshots_;
  std::atomic<std::uint64_t> next_segment_number_ = 1;
};

}  // namespace answerbox::daemon
