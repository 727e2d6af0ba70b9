// Additions and removals that are committed together as one new manifest.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/collections/changes/change.h"
#include "daemon/collections/files/segment_file.h"
#include "daemon/collections/snapshots/collection.h"
#include "daemon/collections/snapshots/document_lookup.h"
#include "engine/index/writing/segment_builder.h"

namespace answerbox::daemon {

// Ordinary text needs about its own size to be indexed: with the default
// writer_memory_bytes, the longest document takes half of what it may.
inline constexpr std::size_t kDocumentMemoryFactor = 4;

struct BatchLimits {
  // Of the segment being built: it is sealed when it has reached that. One
  // document may take kDocumentMemoryFactor times as much.
  std::size_t writer_memory_bytes = 0;
  std::size_t max_documents = 0;  // Live in the collection.
  // Of the collection's segments: no document is added when they have it.
  std::uint64_t max_mapped_bytes = 0;
  std::function<std::uint64_t()> next_segment_number;
  std::chrono::sys_seconds now{};  // When documents are removed.
};

// A change that is wrong in itself fails alone, at once. When storing fails,
// the batch fails as a whole. The rest is completed together by Complete.
class DocumentBatch {
 public:
  // `collection` outlives the batch, and is not changed otherwise meanwhile.
  DocumentBatch(Collection& collection, std::string name, BatchLimits limits);
  ~DocumentBatch();  // Removes what was written and not committed.
  DocumentBatch(const DocumentBatch&) = delete;
  DocumentBatch& operator=(const DocumentBatch&) = delete;

  void Add(AddDocument change);
  void Remove(RemoveDocument change);

  // Number of changes that were not refused.
  [[nodiscard]] std::size_t change_count() const noexcept {
    return change_count_;
  }
  [[nodiscard]] std::uint64_t bytes_added() const noexcept;

  // Writes segment and manifest. Errors: kStorage, kLimit.
  [[nodiscard]] Result<void> Commit();

  // Tells everybody who waits; the files are as `outcome` says by now. Call
  // once, last.
  void Complete(const Result<void>& outcome);

 private:
  struct OpenSegment;

  struct PendingAdd {
    Completion<DocumentSummary> completion;
    Result<DocumentSummary> result;
  };
  struct PendingRemove {
    Completion<void> completion;
    Result<void> result;
  };

  [[nodiscard]] Result<DocumentSummary> Write(const AddDocument& change);
  [[nodiscard]] Result<void> CheckRoom(std::string_view name) const;
  // The document's number in the open segment.
  [[nodiscard]] Result<engine::DocumentNumber> Append(
      const std::string& name, const engine::Sha256& sha256,
      const engine::DocumentText& document);
  [[nodiscard]] Result<void> Erase(std::string_view name);
  // Whether there was a live document of that name.
  [[nodiscard]] Result<bool> MarkRemoved(std::string_view name);
  [[nodiscard]] Result<void> Open();
  [[nodiscard]] Result<void> Seal();
  [[nodiscard]] Error Fail(Error error);

  Collection& collection_;
  std::string name_;
  BatchLimits limits_;
  std::vector<Snapshot::Segment> segments_;  // What Commit will commit.
  std::uint64_t documents_;     // Live, the open segment's included.
  std::uint64_t mapped_bytes_;  // Of segments_.
  std::unique_ptr<OpenSegment> open_;
  std::vector<std::unique_ptr<SegmentFile>> sealed_;
  std::vector<std::variant<PendingAdd, PendingRemove>> pending_;
  std::size_t change_count_ = 0;
  std::optional<Error> failure_;  // Of storing: nothing more is accepted.
};

}  // namespace answerbox::daemon
