// The options of a store of collections, and the functions by which it reports
// and asks whether a change may be made.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/forward_clock.h"
#include "daemon/error.h"
#include "daemon/job_board.h"
#include "protocol/audit/known_state.h"

namespace answerbox::daemon {

class Snapshot;

// Examines a change of a guarded collection's documents before it is committed.
// The store knows neither the content of a guard nor how it is examined.
class ChangeExaminer {
 public:
  virtual ~ChangeExaminer() = default;

  // Compares the collection as it is with the state after the change. The
  // writing thread calls this, and makes no other change meanwhile; readers go
  // on asking.
  //   before, next  `next` is not published yet, and nobody else sees it. Both
  //                 have the same settings
  //   on_step       called at least every few seconds of work
  // Returns nothing if the change passes; otherwise why it is refused, unless
  // it is forced: kExamFailed, with the findings in its details; kCorrupt or
  // kLimit if it can't be examined.
  [[nodiscard]] virtual std::optional<Error> Examine(
      std::string_view collection, const StoredGuard& guard,
      const Snapshot& before, const Snapshot& next,
      const std::function<void()>& on_step) = 0;

  // Examines a pack by its own guard, on the same thread. Returns why it is not
  // installed: a question marked `must` is not covered, or fewer are than the
  // guard demands.
  [[nodiscard]] virtual std::optional<Error> SelfTest(
      const StoredGuard& guard, const Snapshot& next,
      const std::function<void()>& on_step) = 0;
};

// Called when a forced change was refused, by the writing thread, before the
// change is made. An error of this function refuses the change after all. An
// empty function: the change is not forced.
using OnForced = std::function<Result<void>(const Error& refusal)>;

// Called once with the result of a change: by a thread of the store, or by the
// caller's thread before the function returns if the change is refused at once.
// Keep it short. It may start further changes, but must not wait for them.
template <typename T>
using Completion = std::function<void(Result<T>)>;
// Called by a thread of the store with the bytes done and the bytes in all.
// `total` grows when compacting takes more than one step.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

// The most bytes of mapped segments. A 32-bit process has 3 GiB: for the
// segments, as much again while merging, and everything else.
inline constexpr std::uint64_t kMaxMappedBytes =
    sizeof(void*) == 4 ? std::uint64_t{1} << 30 : std::uint64_t{1} << 46;

struct StoreOptions {
  std::filesystem::path state_dir{};
  // The settings of a collection that is created by adding a document.
  CollectionSettings defaults{};
  std::size_t writer_memory_bytes = std::size_t{8} << 20;  // Per new segment.
  std::size_t merge_memory_bytes = std::size_t{8} << 20;
  std::size_t max_collections = 64;
  std::size_t max_documents = 1'000'000;  // In all collections.
  std::size_t max_queued_changes = 4096;  // More: kBusy.
  // Bounds all segment files together. During a merge the result is mapped in
  // addition.
  std::uint64_t max_mapped_bytes = kMaxMappedBytes;
  // Bounds the heap of all open uploads together. Text beyond it goes to files.
  std::size_t held_upload_bytes = std::size_t{8} << 20;
  // Bounds of page pictures: of one document, and of a collection's files.
  std::uint32_t max_page_pictures = 1000;
  std::uint64_t max_document_page_bytes = std::uint64_t{64} << 20;
  std::uint64_t max_page_bytes = std::uint64_t{1} << 30;
  // Removed and replaced documents are erased from all files within this time.
  std::chrono::seconds erase_after = std::chrono::hours{24};
  // Every file is read from the disk and compared with its checksums once in
  // this time, in pieces with a pause after each; zero: never.
  std::chrono::seconds scrub_every = std::chrono::days{30};
  std::chrono::milliseconds scrub_pause = std::chrono::seconds{1};
  ClockReader clock = ReadSystemClocks;
  // The folder of the public keys whose packs are installed.
  std::filesystem::path pack_keys = "/etc/answerbox/pack-keys";
  // Called once, when the directory is locked and before a collection is
  // opened: what the audit log tells of collections. Nothing: it can't be read,
  // so files that no manifest names stay. Empty: it tells nothing.
  std::function<Result<std::optional<KnownState>>()> read_known = {};
  // Whether a collection that read_known() does not tell of, and that is not
  // newer than those that were removed, was removed. False while the log is
  // off.
  bool doubts_removed = true;
  // Examines changes of collections with a guard. Outlives the store. Null:
  // guards are stored, and every change passes.
  ChangeExaminer* examiner = nullptr;
  // Lists background work in progress. Outlives the store. May be null.
  JobBoard* jobs = nullptr;
  // Gets StateDirectory::mended, as soon as it is known; may be empty.
  std::function<void(const std::vector<std::string>&)> on_mended = {};
  // Called by a thread of the store, once for each fault that keeps segments
  // from being merged or rebuilt in the background, such as damage or too
  // little room on the disk. May be null.
  std::function<void(const Error&)> on_fault = {};
  // Called each time a collection that has documents is put into service,
  // before it is. Safe to call from any thread. May be null.
  std::function<void()> before_documents = {};
};

}  // namespace answerbox::daemon
