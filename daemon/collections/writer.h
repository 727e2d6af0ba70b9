// The one thread that changes collections.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "daemon/collections/changes/change_queue.h"
#include "daemon/collections/changes/document_batch.h"
#include "daemon/collections/changes/write_clock.h"
#include "daemon/collections/files/forward_clock.h"
#include "daemon/collections/files/store_options.h"
#include "daemon/collections/snapshots/catalog.h"
#include "daemon/collections/snapshots/collection.h"
#include "daemon/collections/snapshots/state_directory.h"

namespace answerbox::daemon {

class Writer {
 public:
  // Everything given outlives the writer.
  //   progress   tells since when it has been at one change
  //   on_commit  called after each commit that may have left something to merge
  //              or to erase
  Writer(const StoreOptions& options, const StateDirectory& directory,
         Catalog& catalog, ChangeQueue& queue, const ForwardClock& clock,
         WriteClock& progress, std::map<std::string, Collection> collections,
         std::function<void(const std::string&)> on_commit);

  // Works until the queue is finished and empty; then Join returns.
  void Start();
  void Join();

 private:
  void Run();
  void Carry(std::vector<Change> batch);
  [[nodiscard]] Result<void> Apply(std::vector<Change> changes,
                                   DocumentBatch& batch);
  void CommitDocuments(const std::string& name, std::vector<Change> changes);
  void CommitToNewCollection(const std::string& name,
                             std::vector<Change> changes);
  void Complete(const std::string& name, DocumentBatch& batch,
                const Result<void>& outcome);

  void Execute(const std::string& name, CreateCollection step);
  void Execute(const std::string& name, DropCollection step);
  void Execute(const std::string& name, SetCollectionTheta step);
  void Execute(const std::string& name, InstallMerge step);
  void Execute(const std::string& name, RemoveRemains step);

  // A collection in a folder of its own that nobody sees yet.
  [[nodiscard]] Result<Collection> Stage(CollectionSettings settings);
  // Gives a staged collection its name and takes it over. Errors: kStorage; its
  // folder is then removed.
  [[nodiscard]] Result<void> Establish(const std::string& name,
                                       Collection& staged);
  [[nodiscard]] Result<void> Drop(const std::string& name);
  [[nodiscard]] Result<void> RemoveAllRemains(const std::string& name);
  void CountRemains();
  // After a sync of the collections' folder failed, and the rename before it
  // could not be taken back either: does that, before anything else is changed.
  [[nodiscard]] Result<void> SettleNames();
  // False: the merge's inputs are no longer there.
  [[nodiscard]] Result<bool> Install(const std::string& name,
                                     InstallMerge& step);
  [[nodiscard]] BatchLimits LimitsFor(const std::string& name) const;

  const StoreOptions& options_;
  const StateDirectory& directory_;
  Catalog& catalog_;
  ChangeQueue& queue_;
  const ForwardClock& clock_;
  WriteClock& progress_;
  std::map<std::string, Collection> collections_;
  bool names_unsettled_ = false;
  std::vector<std::filesystem::path> strays_;  // Named, but not collections.
  // Of dropped collections, not removed yet.
  std::map<std::filesystem::path, Collection::Remains> dropped_;
  std::function<void(const std::string&)> on_commit_;
  std::thread thread_;
};

}  // namespace answerbox::daemon
