// The store: named collections of documents in one state directory.
// docs/state-directory.md describes the files, and what a power cut leaves.
//
// One writing thread makes all changes. A change is committed by a new manifest
// that replaces the old one atomically, and acknowledged through the caller's
// callback only after it is on the disk. Changes that wait together are
// committed together. Merging runs in a thread of its own. Questions never
// wait: they pin a snapshot.
//
// All functions are safe to call from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/changes/change_queue.h"
#include "daemon/collections/changes/staged_change.h"
#include "daemon/collections/changes/upload.h"
#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/page_files.h"
#include "daemon/collections/files/store_options.h"
#include "daemon/collections/packs/received_pack.h"
#include "daemon/collections/snapshots/catalog.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/collections/snapshots/summaries.h"
#include "daemon/error.h"
#include "engine/text/document_text.h"

namespace answerbox::daemon {

// The most text that one call of CollectionStore::Text returns.
inline constexpr std::uint64_t kMaxTextPartBytes = std::uint64_t{256} << 10;

struct StoreActivity {
  std::size_t queued_changes = 0;
  std::uint64_t bytes_added = 0;  // Of text, since start.
  bool merging = false;
  PendingErasure erasing{};
};

class CollectionStore {
 public:
  // Locks the state directory for this process (and makes it if missing),
  // removes leftovers of an interrupted run, and opens every collection. A
  // collection that can't be opened is out of service: each call about it ends
  // with the reason and the remedy. Errors: kStorage (the directory can't be
  // used, or another daemon holds it).
  [[nodiscard]] static Result<std::unique_ptr<CollectionStore>> Open(
      StoreOptions options);

  // Finishes accepted changes, and stops merging at its next step.
  ~CollectionStore();
  CollectionStore(const CollectionStore&) = delete;
  CollectionStore& operator=(const CollectionStore&) = delete;

  // Returns the collection as it is now. Errors: kNotFound.
  [[nodiscard]] Result<std::shared_ptr<const Snapshot>> Pin(
      std::string_view collection) const;

  // As Catalog has them: whether a reply that was made of a pinned snapshot
  // holds nothing but bytes that were compared with their checksums.
  [[nodiscard]] std::uint64_t ChangesOf(const Snapshot& snapshot) const;
  [[nodiscard]] bool IsUnchangedSince(const Snapshot& snapshot,
                                      std::uint64_t changes) const;

  // Returns the segments of a collection's snapshot, ready for a question. In
  // profile paper the first call for a snapshot takes longer (AskedSegments).
  // Errors: kStorage, kCorrupt.
  [[nodiscard]] Result<std::span<const engine::LiveSegment>> SegmentsOf(
      std::string_view collection, const Snapshot& snapshot) const;

  // Checks the names and opens an upload. Errors: kRejected (bad_name), kLimit,
  // kStorage.
  [[nodiscard]] Result<Upload> Begin(std::string_view collection,
                                     std::string_view name);

  // Adds the document, or replaces the one of its name. Completes when the
  // document is on the disk and questions see it.
  //   sha256     if given, must be that of the text
  //   on_forced  if given, the change is made even if the collection's guard
  //              refuses it
  // Completes with kRejected (invalid_utf8, binary, empty, bad_marks,
  // sha256_mismatch), kLimit, kStorage, kBusy, kShuttingDown; in a collection
  // with a guard also with kExamFailed, kCorrupt.
  void Commit(Upload upload, std::optional<engine::Sha256> sha256,
              Completion<DocumentSummary> completion, OnForced on_forced = {});

  // Completes with kNotFound, kStorage, kBusy, kShuttingDown; in a collection
  // with a guard also with kExamFailed, kCorrupt, kLimit.
  void Remove(std::string_view collection, std::string_view name,
              Completion<void> completion, OnForced on_forced = {});

  // Returns a change without documents. Its collection's name need not be
  // checked here: Begin checks the name with each document, and a collection
  // that does not exist has no documents to remove.
  [[nodiscard]] StagedChange BeginChange(std::string_view collection) const;
  // For Upload::BindTo.
  [[nodiscard]] std::shared_ptr<const bool> MarkRemovalOf(
      std::string_view collection) const;

  // Makes the whole change or nothing of it; questions see no state in between.
  // Precondition: it has a document. Completes as Commit and Remove do, with
  // the error of the first document that can't be changed.
  void Commit(StagedChange change, Completion<StagedSummary> completion,
              OnForced on_forced = {});

  // Returns at most `limit` documents with names after `after`, sorted by the
  // bytes of their names. Errors: kNotFound, kCorrupt.
  [[nodiscard]] Result<DocumentPage> List(std::string_view collection,
                                          std::string_view after,
                                          std::size_t limit) const;

  // Returns bytes [begin, end) of a document's stored text, at most
  // kMaxTextPartBytes. Both ends are moved back to the beginning of a
  // character. Errors: kNotFound, kCorrupt.
  struct TextPart {
    std::string text;
    std::uint64_t begin = 0;
    std::uint64_t document_bytes = 0;
  };
  [[nodiscard]] Result<TextPart> Text(std::string_view collection,
                                      std::string_view name,
                                      std::uint64_t begin,
                                      std::uint64_t end) const;

  // Returns at most `limit` of a document's blocks, from the one with number
  // `first` on. Errors: kNotFound, kCorrupt.
  struct BlocksPart {
    struct PlacedBlock {
      engine::TextBlock block;
      std::optional<std::uint32_t> page;  // On which it begins.
    };
    std::vector<PlacedBlock> blocks;
    std::uint32_t document_blocks = 0;  // The number of all its blocks.
  };
  [[nodiscard]] Result<BlocksPart> Blocks(std::string_view collection,
                                          std::string_view name,
                                          std::uint32_t first,
                                          std::size_t limit) const;

  // Returns the picture of a page, and where blocks are on it. Errors:
  // kNotFound, kStorage, kCorrupt.
  [[nodiscard]] Result<StoredPage> Page(std::string_view collection,
                                        std::string_view name,
                                        std::uint32_t page) const;
  // Returns the number of the file of the document's pictures; nothing if it
  // has none, or this snapshot is not the newest. Reads no file.
  [[nodiscard]] std::optional<std::uint64_t> PicturesOf(
      std::string_view collection, std::string_view name,
      std::uint64_t snapshot) const;

  // Returns the error for a question that met damage in `snapshot`. It names
  // the damaged file if that is known.
  [[nodiscard]] Error Damage(std::string_view collection,
                             const Snapshot& snapshot,
                             const engine::Error& error) const;

  // Linear in the number of collections.
  [[nodiscard]] std::vector<CollectionSummary> Collections() const;
  [[nodiscard]] Catalog::Outages OutOfService() const;
  // Names of collections that the audit log tells of, and that are not there.
  [[nodiscard]] std::vector<std::string> Missing() const;
  // What was found damaged since the start, of files that are in use.
  [[nodiscard]] std::vector<std::string> Damaged() const;
  // The newest snapshot of the collection, whether it is served or not; for one
  // that was removed, a number that no snapshot of it was above.
  [[nodiscard]] std::uint64_t NewestOf(std::string_view collection) const;
  // What the audit log should tell of all collections; nothing of users.
  [[nodiscard]] KnownState Newest() const;
  [[nodiscard]] StoreOptions const& options() const noexcept;
  [[nodiscard]] StoreActivity activity() const;
  // Returns the clock of the writing thread. It is shared, as it may be read
  // after the store has gone.
  [[nodiscard]] std::shared_ptr<const WriteClock> write_clock() const;

  // Completes with kRejected (bad_name), kInvalidParams, kAlreadyExists,
  // kLimit, kStorage, kBusy, kShuttingDown.
  void Create(std::string_view name, CollectionSettings settings,
              Completion<CollectionSummary> completion);
  // These complete with kNotFound, kStorage, kBusy, kShuttingDown.
  //   if_guarded  if given, the error if the collection has a guard or is of a
  //               pack when this change is carried out, after all changes that
  //               were queued before
  void Drop(std::string_view name, Completion<void> completion,
            std::optional<Error> if_guarded = {});
  // Changes theta, synonyms and guard together. Completes also with
  // kInvalidParams (theta out of range, a guard that is too long).
  void Set(std::string_view name, SetCollection set);
  // Begins to receive a pack, which then takes its bytes. Destroying it gives
  // it up. The store outlives it. Errors: kRejected (bad_name; untrusted_pack:
  // no key is trusted), kCorrupt, kStorage.
  [[nodiscard]] Result<std::unique_ptr<ReceivedPack>> BeginPack(
      std::string_view collection);
  // Replaces the pack's collection by it, or makes it. Precondition: it was
  // opened. Completes with kAlreadyExists (it is installed), kRejected
  // (older_pack), kExamFailed, kLimit, kCorrupt, kStorage, kBusy,
  // kShuttingDown. The collection is then as it was.
  void Install(std::unique_ptr<ReceivedPack> pack, PackForce force,
               Completion<CollectionSummary> completion);
  // Returns to what the last pack replaced. Completes with kNotFound, kCorrupt,
  // kLimit, kStorage, kBusy, kShuttingDown, kRejected (untrusted_pack: it was a
  // pack whose key is not trusted any more).
  void RollBack(std::string_view name,
                Completion<CollectionSummary> completion);
  // Makes a collection of a pack one like any other, without a way back.
  // Completes with kNotFound, kStorage, kBusy, kShuttingDown.
  void Detach(std::string_view name, Completion<CollectionSummary> completion);
  // Returns the text of the snapshot's synonyms. Errors: kStorage, kCorrupt.
  // Precondition: it has some.
  [[nodiscard]] Result<std::string> SynonymsText(
      std::string_view collection, const Snapshot& snapshot) const;

  // Takes a collection that is out of service up again, without what is damaged
  // or missing. Changes nothing of one that is served. Completes also with
  // kCorrupt if it can't be taken up.
  void Repair(std::string_view name, Completion<RepairSummary> completion);
  // Changes a file beside the collection's manifest. Completes with what
  // `step.write` returns. Other errors: kNotFound, kBusy, kShuttingDown.
  void Write(std::string_view collection, WriteBeside step);
  // Gives all files of the state second names in a folder below the state
  // directory, at one moment, and completes with that folder. Changes wait
  // meanwhile, questions don't. Completes with kBusy while the folder of the
  // backup before is in use, kStorage, kShuttingDown.
  void Link(LinkFiles step);
  // Merges all segments into one. Completes with kNotFound, kLimit (merging
  // needs more than merge_memory_bytes), kCorrupt, kStorage, kBusy,
  // kShuttingDown.
  void Compact(std::string_view collection, Progress progress,
               Completion<CollectionSummary> completion);
  // Rewrites segments without the documents that were removed or replaced so
  // far. Completes when these documents are in no file of the state directory,
  // even after a power cut. Completes with kLimit (a segment needs more than
  // merge_memory_bytes), kCorrupt, kStorage, kBusy, kShuttingDown: the
  // documents are then erased later.
  void Erase(std::string_view collection, Progress progress,
             Completion<void> completion);
  // Completes with the bytes read, or kNotFound, kCorrupt, kBusy,
  // kShuttingDown.
  void Verify(std::string_view collection, Progress progress,
              Completion<std::uint64_t> completion);

 private:
  class State;
  explicit CollectionStore(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace answerbox::daemon
