// Changes that the writing thread carries out, the queue in which they wait,
// and the time that the thread takes for them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "daemon/collections/changes/document_source.h"
#include "daemon/collections/changes/staged_change.h"
#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/store_options.h"
#include "daemon/collections/files/stored_segment.h"
#include "daemon/collections/packs/received_pack.h"
#include "daemon/collections/snapshots/collection.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/collections/snapshots/summaries.h"
#include "daemon/error.h"

namespace answerbox::daemon {

struct AddDocument {
  std::unique_ptr<DocumentSource> document;
  std::optional<engine::Sha256> sha256;
  Completion<DocumentSummary> completion;
  OnForced on_forced = {};
  // Becomes true when the collection is removed for which an upload was begun.
  // Null: the document goes into whichever collection has the name.
  std::shared_ptr<const bool> is_removed = {};
};

struct RemoveDocument {
  std::string name;
  Completion<void> completion;
  OnForced on_forced = {};
};

// Additions and removals that become one snapshot together, or fail together.
struct CommitStaged {
  StagedChange change;  // Of 1 step or more.
  Completion<StagedSummary> completion;
  OnForced on_forced = {};
};

struct CreateCollection {
  CollectionSettings settings;
  Completion<CollectionSummary> completion;
};

struct DropCollection {
  Completion<void> completion;
  // The error to return if the collection has a guard or is of a pack when this
  // is carried out, even by a change that was queued before. Nothing: the
  // collection is dropped anyway.
  std::optional<Error> if_guarded = {};
};

// The new synonyms, or none.
struct SynonymsChange {
  std::optional<NewSynonyms> synonyms;
};

// The new guard, or none: a text of at most kMaxGuardBytes, which the examiner
// reads.
struct GuardChange {
  std::optional<std::string> text = {};
  // Makes the text of the guard that is there when the change is made; null:
  // there is none. Empty: `text` is the new one.
  std::function<Result<std::string>(const StoredGuard* present)> edit = {};
  // Says whether `text` may take that guard's place. May be empty.
  std::function<Result<void>(const StoredGuard& present,
                             const std::optional<std::string>& text)>
      check = {};
};

struct SetCollection {
  std::optional<double> theta = {};  // Missing values stay.
  std::optional<SynonymsChange> synonyms = {};
  std::optional<GuardChange> guard = {};
  Completion<CollectionSummary> completion = {};
  std::optional<Error> if_guarded = {};  // For a guard.
};

// Replaces the inputs of a merge by its result.
struct InstallMerge {
  std::vector<Snapshot::Segment> inputs;  // As when the merge began.
  std::unique_ptr<SegmentFile> file;      // Of the result.
  std::shared_ptr<const StoredSegment> result;
  std::chrono::sys_seconds began{};
  // Gets false when the inputs are no longer there and the result is not
  // needed.
  Completion<bool> completion;
};

// Removes files that could not be removed before: those of the collection, if
// it exists, and those of dropped collections. Invariant: no segment is being
// written meanwhile, as only the thread that writes merged segments sends this
// change, and it waits for the result.
struct RemoveRemains {
  Completion<void> completion;
};

// Compares the collection's small files with memory, and rewrites those that
// differ. Completes with their bytes.
struct VerifyFiles {
  Completion<std::uint64_t> completion;
};

// Gives all files of the state second names in a folder of their own, at one
// moment: no change is made meanwhile. Completes with that folder.
struct LinkFiles {
  // Links the files that others write; gets the folder. Called once.
  std::function<Result<void>(const std::filesystem::path&)> link_others;
  Completion<std::filesystem::path> completion;
};

// Changes a file of the collection's folder that no manifest names. Nothing is
// removed or linked while `write` runs; it gets the folder, and is called once.
struct WriteBeside {
  std::function<Result<void>(const std::filesystem::path&)> write;
  Completion<void> completion;
};

// What a repair of a collection left.
struct RepairSummary {
  CollectionSummary collection;
  std::vector<LostFile> given_up;
};

// Takes up what is sound of a collection.
struct RepairCollection {
  Completion<RepairSummary> completion;
};

// What an installation does only if it was asked for.
struct PackForce {
  bool downgrade = false;
  bool drop_exam = false;  // The pack has none, and what it replaces has one.
};

// Replaces the collection by a pack, or makes it. What was there stays as the
// one way back.
struct InstallPack {
  std::unique_ptr<ReceivedPack> pack;  // Opened.
  PackForce force;
  Completion<CollectionSummary> completion;
};

// Returns to what was before the pack.
struct RollBackPack {
  Completion<CollectionSummary> completion;
};

// Makes it a collection like any other, without a way back.
struct DetachPack {
  Completion<CollectionSummary> completion;
};

template <typename Step>
inline constexpr bool kIsOfDocument =
    std::is_same_v<Step, AddDocument> || std::is_same_v<Step, RemoveDocument>;

struct Change {
  std::string collection;  // Empty for LinkFiles.
  std::variant<AddDocument, RemoveDocument, CreateCollection, DropCollection,
               SetCollection, InstallMerge, RemoveRemains, VerifyFiles,
               RepairCollection, CommitStaged, InstallPack, RollBackPack,
               DetachPack, LinkFiles, WriteBeside>
      step;

  [[nodiscard]] bool IsOfDocument() const {
    return std::visit(
        []<typename Step>(const Step&) { return kIsOfDocument<Step>; }, step);
  }
};

// Completes the change with an error, whatever its kind.
inline void Refuse(Change change, const Error& error) {
  std::visit([&](auto& step) { step.completion(error); }, change.step);
}

// The bounded queue of changes for the writing thread.
class ChangeQueue {
 public:
  explicit ChangeQueue(std::size_t limit) : limit_(limit) {}

  // Queues the change, or refuses it (kBusy, kShuttingDown) at once.
  void Push(Change change);

  // Queues a change of the store itself, which the limit does not bound, and
  // which is accepted until Finish.
  void PushInternal(Change change);

  // Waits for changes. Returns changes of one collection that can be committed
  // together: additions and removals up to the first change of another kind, or
  // a single change of another kind. Returns an empty batch after Finish, when
  // no change is left.
  [[nodiscard]] std::vector<Change> TakeBatch();

  // Refuses changes that are pushed from now on.
  void Close();
  // TakeBatch returns an empty batch once the queue is empty.
  void Finish();

  [[nodiscard]] std::size_t size() const;

 private:
  const std::size_t limit_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Change> waiting_;
  bool closed_ = false;
  bool finished_ = false;
};

// Measures how long the writing thread has been at its present change, so that
// a hanging thread is noticed. Safe to use from any thread, and in a signal
// handler.
class WriteClock {
 public:
  using Clock = std::chrono::steady_clock;

  // Notes that a change begins. Also called for each further change of a batch.
  void Begin() noexcept { began_ = Clock::now().time_since_epoch().count(); }
  // Notes that the last change of a batch is done.
  void End() noexcept { began_ = kNothing; }

  // Returns when the present change began; nothing when there is none.
  [[nodiscard]] std::optional<Clock::time_point> BusySince() const noexcept {
    const Clock::rep began = began_;
    if (began == kNothing) return std::nullopt;
    return Clock::time_point(Clock::duration(began));
  }

 private:
  static constexpr auto kNothing = std::numeric_limits<Clock::rep>::max();
  std::atomic<Clock::rep> began_{kNothing};
};

}  // namespace answerbox::daemon
