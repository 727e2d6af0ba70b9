// What the writing thread is asked to do.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "daemon/collections/changes/upload_spool.h"
#include "daemon/collections/files/completion.h"
#include "daemon/collections/files/segment_file.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/collections/snapshots/summaries.h"

namespace answerbox::daemon {

struct AddDocument {
  std::unique_ptr<UploadSpool> document;
  std::optional<engine::Sha256> sha256;
  Completion<DocumentSummary> completion;
};

struct RemoveDocument {
  std::string name;
  Completion<void> completion;
};

struct CreateCollection {
  CollectionSettings settings;
  Completion<CollectionSummary> completion;
};

struct DropCollection {
  Completion<void> completion;
};

struct SetCollectionTheta {
  double theta = 0.0;
  Completion<CollectionSummary> completion;
};

// Puts a merge's result in the place of its inputs.
struct InstallMerge {
  std::vector<Snapshot::Segment> inputs;  // As they were when it began.
  std::unique_ptr<SegmentFile> file;      // Of the result.
  std::shared_ptr<const StoredSegment> result;
  std::chrono::sys_seconds began{};
  // False: the inputs are no longer there, the result is not needed.
  Completion<bool> completion;
};

// Removes files that could not be removed before, of the collection if there is
// one, and of those that were dropped. The thread that merges, and no other,
// asks for it, and waits: so nobody is writing a segment meanwhile.
struct RemoveRemains {
  Completion<void> completion;
};

template <typename Step>
inline constexpr bool kIsOfDocument =
    std::is_same_v<Step, AddDocument> || std::is_same_v<Step, RemoveDocument>;

struct Change {
  std::string collection;
  std::variant<AddDocument, RemoveDocument, CreateCollection, DropCollection,
               SetCollectionTheta, InstallMerge, RemoveRemains>
      step;

  [[nodiscard]] bool IsOfDocument() const {
    return std::visit(
        []<typename Step>(const Step&) { return kIsOfDocument<Step>; }, step);
  }
};

// Completes the change with an error, whatever its kind.
void Refuse(Change change, const Error& error);

}  // namespace answerbox::daemon
