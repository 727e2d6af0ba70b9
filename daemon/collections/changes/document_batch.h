// Additions and removals that are committed together as one new manifest.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/collections/changes/change_queue.h"
#include "daemon/collections/files/page_files.h"
#include "daemon/collections/files/store_options.h"
#include "daemon/collections/files/stored_segment.h"
#include "daemon/collections/snapshots/collection.h"
#include "daemon/collections/snapshots/summaries.h"
#include "engine/index/writing/segment_builder.h"

namespace answerbox::daemon {

// Memory that one document may take, as a multiple of writer_memory_bytes.
// Indexing ordinary text takes about as much memory as the text has bytes. So
// with the default writer_memory_bytes, the longest document takes half of its
// bound.
inline constexpr std::size_t kDocumentMemoryFactor = 4;

struct BatchLimits {
  // Memory of the segment being built, which is sealed when it has reached this
  // bound. One document may take kDocumentMemoryFactor times as much.
  std::size_t writer_memory_bytes = 0;
  std::size_t max_documents = 0;  // Live documents of the collection.
  // Bytes of the collection's segments. No document is added once they are
  // reached.
  std::uint64_t max_mapped_bytes = 0;
  // Page pictures of one document, and bytes of the collection's.
  std::uint32_t max_page_pictures = 0;
  std::uint64_t max_page_bytes = 0;
  std::function<std::uint64_t()> next_segment_number;
  std::chrono::sys_seconds now{};  // Time of removals.
};

// An invalid change fails alone, at once. When storing fails, the whole batch
// fails. Complete reports the outcome of all changes that were not refused.
class DocumentBatch {
 public:
  // `collection` outlives the batch, and nothing else changes it meanwhile.
  DocumentBatch(Collection& collection, std::string name, BatchLimits limits);
  ~DocumentBatch();  // Removes files that were written and not committed.
  DocumentBatch(const DocumentBatch&) = delete;
  DocumentBatch& operator=(const DocumentBatch&) = delete;

  void Add(AddDocument change);
  void Remove(RemoveDocument change);

  // Returns the number of changes that were not refused.
  [[nodiscard]] std::size_t change_count() const noexcept {
    return change_count_;
  }
  [[nodiscard]] std::uint64_t bytes_added() const noexcept;

  // Returns the first error of a refused change; nothing if none was refused.
  [[nodiscard]] std::optional<Error> first_refusal() const;

  // Called before the new state is committed. An error refuses the whole batch.
  using Examine =
      std::function<Result<void>(const Snapshot& before, const Snapshot& next)>;

  // Writes the segments and the manifest. Errors: kStorage, kLimit, and those
  // of `examine`, which may be empty.
  //   changes  as how many changes the batch counts
  [[nodiscard]] Result<void> Commit(std::size_t changes,
                                    const Examine& examine = {});
  [[nodiscard]] Result<void> Commit() { return Commit(change_count_); }

  // Completes all pending changes with `outcome`, the result of the commit.
  // Call it once, last.
  void Complete(const Result<void>& outcome);

  // Returns what was added and removed, in order. Call it after Commit has
  // succeeded, if no change was refused.
  [[nodiscard]] StagedSummary Summary() const;

 private:
  struct OpenSegment;

  struct PendingAdd {
    Completion<DocumentSummary> completion;
    Result<DocumentSummary> result;
  };
  struct PendingRemove {
    Completion<void> completion;
    Result<void> result;
    std::string name;
  };

  [[nodiscard]] Result<DocumentSummary> Write(const AddDocument& change);
  [[nodiscard]] Result<void> CheckRoom(std::string_view name) const;
  [[nodiscard]] Result<void> CheckRoomForPictures(std::string_view name,
                                                  std::uint64_t bytes,
                                                  std::uint32_t pages) const;
  // Checked page pictures of a document, in whose source the file stays.
  struct Pictures {
    std::string_view file;
    std::uint32_t pages = 0;  // 0: it has none.
  };
  [[nodiscard]] Result<Pictures> ReadPictures(DocumentSource& document,
                                              std::uint64_t text_bytes) const;
  [[nodiscard]] Result<void> AddPictures(std::string_view name,
                                         const Pictures& pictures);
  // What Commit will commit; null: no document has pictures.
  [[nodiscard]] const PageFiles* pages() const;
  [[nodiscard]] PageFiles& ChangePages();
  // Returns the document's number in the open segment.
  [[nodiscard]] Result<engine::DocumentNumber> Append(
      const std::string& name, const engine::Sha256& sha256,
      const engine::DocumentText& document);
  [[nodiscard]] Result<void> Erase(std::string_view name);
  // Returns whether there was a live document of that name.
  [[nodiscard]] Result<bool> MarkRemoved(std::string_view name);
  [[nodiscard]] Result<bool> MarkRemovedText(std::string_view name);
  [[nodiscard]] Result<void> Open();
  [[nodiscard]] Result<void> Seal();
  [[nodiscard]] Error Fail(Error error);

  Collection& collection_;
  std::string name_;
  BatchLimits limits_;
  std::vector<Snapshot::Segment> segments_;  // What Commit will commit.
  std::uint64_t documents_;     // Live ones, with the open segment.
  std::uint64_t mapped_bytes_;  // Of segments_.
  std::unique_ptr<OpenSegment> open_;
  std::vector<std::unique_ptr<SegmentFile>> sealed_;
  // Null: no page pictures were added or removed.
  std::shared_ptr<PageFiles> changed_pages_;
  std::vector<std::unique_ptr<WrittenPages>> written_pages_;
  std::vector<std::variant<PendingAdd, PendingRemove>> pending_;
  std::size_t change_count_ = 0;
  std::optional<Error> failure_;  // Storing failed: nothing more is accepted.
};

}  // namespace answerbox::daemon
