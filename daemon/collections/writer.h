// The writing thread: the only one that changes collections.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "daemon/collections/changes/change_queue.h"
#include "daemon/collections/changes/document_batch.h"
#include "daemon/collections/files/forward_clock.h"
#include "daemon/collections/files/store_options.h"
#include "daemon/collections/snapshots/catalog.h"
#include "daemon/collections/snapshots/collection.h"
#include "daemon/collections/snapshots/state_directory.h"

namespace answerbox::daemon {

class Writer {
 public:
  // References outlive the writer.
  //   progress   gets the beginning and the end of each change
  //   on_commit  called after each commit that may have left something to merge
  //              or to erase
  Writer(const StoreOptions& options, const StateDirectory& directory,
         Catalog& catalog, ChangeQueue& queue, const ForwardClock& clock,
         WriteClock& progress, std::map<std::string, Collection> collections,
         std::function<void(const std::string&)> on_commit);

  // Starts the thread. It ends when the queue is finished and empty; Join waits
  // for that.
  void Start();
  void Join();

 private:
  void Run();
  void Carry(std::vector<Change> batch);
  [[nodiscard]] Result<void> Apply(std::vector<Change> changes,
                                   DocumentBatch& batch,
                                   const DocumentBatch::Examine& examine = {});
  void CommitDocuments(const std::string& name, std::vector<Change> changes);
  // Commits one change alone, as its guard may refuse it.
  void CommitGuarded(const std::string& name, Collection& collection,
                     Change change);
  // Returns the function that examines a change of the collection. Empty: it
  // has no guard.
  [[nodiscard]] DocumentBatch::Examine ExamineFor(const std::string& name,
                                                  const Collection& collection,
                                                  OnForced on_forced);
  void CommitToNewCollection(const std::string& name,
                             std::vector<Change> changes);
  void Complete(const std::string& name, DocumentBatch& batch,
                const Result<void>& outcome);

  void Execute(const std::string& name, CreateCollection step);
  void Execute(const std::string& name, DropCollection step);
  void Execute(const std::string& name, SetCollection step);
  void Execute(const std::string& name, InstallMerge step);
  void Execute(const std::string& name, CommitStaged step);
  [[nodiscard]] Result<StagedSummary> Carry(const std::string& name,
                                            Collection& collection,
                                            CommitStaged& step);
  void Execute(const std::string& name, RemoveRemains step);
  void Execute(const std::string& name, VerifyFiles step);
  void Execute(const std::string& name, RepairCollection step);
  void Execute(const std::string& name, LinkFiles step);
  void Execute(const std::string& name, WriteBeside step);
  [[nodiscard]] Result<RepairSummary> Repair(const std::string& name);
  [[nodiscard]] Result<Repaired> OpenWhatIsSound(const std::string& name);

  // The functions from here to Detach are in writer_packs.cc.
  void Execute(const std::string& name, InstallPack step);
  void Execute(const std::string& name, RollBackPack step);
  void Execute(const std::string& name, DetachPack step);
  [[nodiscard]] Result<CollectionSummary> Install(const std::string& name,
                                                  InstallPack& step);
  [[nodiscard]] Result<void> CheckPack(const std::string& name,
                                       const Snapshot* present,
                                       const InstallPack& step);
  [[nodiscard]] Result<void> SelfTest(const ReceivedPack& pack);
  [[nodiscard]] Result<CollectionSummary> Switch(
      const std::string& name, Collection& collection,
      std::shared_ptr<const Snapshot> next);
  [[nodiscard]] Result<CollectionSummary> EstablishPack(const std::string& name,
                                                        ReceivedPack& pack);
  [[nodiscard]] Result<CollectionSummary> ReplaceByPack(const std::string& name,
                                                        Collection& collection,
                                                        ReceivedPack& pack);
  [[nodiscard]] Result<CollectionSummary> RollBack(const std::string& name);
  [[nodiscard]] Result<CollectionSummary> Detach(const std::string& name);

  // The functions from here to SettleNames are in writer_folders.cc.
  //
  // Makes a collection in a staging folder that nobody sees yet.
  [[nodiscard]] Result<Collection> Stage(CollectionSettings settings);
  // Gives a staged collection its name and adds it to collections_. Errors:
  // kStorage; the folder is then removed.
  [[nodiscard]] Result<void> Establish(const std::string& name,
                                       Collection& staged);
  [[nodiscard]] Result<void> Drop(const std::string& name);
  [[nodiscard]] Result<void> RemoveDropped(
      const std::filesystem::path& folder) const;
  [[nodiscard]] Result<void> RemoveAllRemains(const std::string& name);
  // Gives the files of all collections second names below `folder`.
  [[nodiscard]] Result<void> LinkCollections(
      const std::filesystem::path& folder);
  void CountRemains();
  // Counts first: who is told looks whether anything remains to be erased.
  void TellCommitted(const std::string& name);
  // Repairs names_unsettled_: undoes or syncs the renames that could not be
  // synced. Called before anything else is changed. Errors: kStorage.
  [[nodiscard]] Result<void> SettleNames();
  // Returns false when the merge's inputs are no longer there.
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
  // Folders that have a collection's name and must be removed.
  std::vector<std::filesystem::path> strays_;
  // The folder whose name keeps the highest snapshot of a dropped collection.
  std::filesystem::path last_dropped_;
  // Folders of dropped collections that are not removed yet.
  std::map<std::filesystem::path, Collection::Remains> dropped_;
  std::function<void(const std::string&)> on_commit_;
  std::thread thread_;
};

}  // namespace answerbox::daemon
