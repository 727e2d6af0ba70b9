// Changes that the writing thread carries out.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "daemon/collections/changes/document_source.h"
#include "daemon/collections/changes/examiner.h"
#include "daemon/collections/changes/staged_change.h"
#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/segment_file.h"
#include "daemon/collections/files/store_options.h"
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

}  // namespace answerbox::daemon
