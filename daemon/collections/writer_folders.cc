// How Writer names and removes the folders of collections. Its other functions
// are in writer.cc.
#include <algorithm>
#include <cerrno>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/writer.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {

Result<Collection> Writer::Stage(CollectionSettings settings) {
  if (catalog_.size() >= options_.max_collections) {
    return TooManyCollections(options_.max_collections);
  }
  // The number is never used again, as a folder of an earlier attempt may still
  // be there.
  return Collection::Create(
      directory_.StagingFolder(catalog_.NextSegmentNumber()), settings,
      catalog_.dropped());
}

Result<void> Writer::Establish(const std::string& name, Collection& staged) {
  const std::filesystem::path folder = directory_.CollectionFolder(name);
  auto done = platform::Rename(staged.folder(), folder);
  if (done) {
    done = platform::SyncDirectory(directory_.CollectionsFolder());
    if (!done) {
      // The collection was not acknowledged. Under its staging name it is
      // removed at the latest when the store is opened next.
      names_unsettled_ = true;
      if (!platform::Rename(folder, staged.folder())) {
        strays_.push_back(folder);
      }
    }
  }
  if (!done) {
    static_cast<void>(platform::RemoveTree(staged.folder()));
    return StorageError(done.error());
  }
  // Only now is the name on the disk, so only now may a question see it.
  staged.MovedTo(folder);
  catalog_.Publish(name, staged.snapshot());
  collections_.emplace(name, std::move(staged));
  return {};
}

Result<void> Writer::Drop(const std::string& name) {
  const std::filesystem::path folder = directory_.CollectionFolder(name);
  const std::filesystem::path dropped = directory_.DroppedFolder(
      catalog_.NextSegmentNumber(),
      std::max(catalog_.dropped(), catalog_.NewestOf(name)));
  const auto served = collections_.find(name);
  // The folder is renamed first and deleted then: a power cut leaves the whole
  // collection or none of it.
  auto renamed = platform::Rename(folder, dropped);
  // The folder of a collection out of service may be what is missing.
  const bool is_gone = !renamed && served == collections_.end() &&
                       renamed.error().code.value() == ENOENT;
  if (!renamed && !is_gone) return StorageError(renamed.error());
  const auto synced = platform::SyncDirectory(directory_.CollectionsFolder());
  if (!synced) {
    names_unsettled_ = true;
    if (!platform::Rename(dropped, folder) && served != collections_.end()) {
      served->second.MovedTo(dropped);
    }
    return StorageError(synced.error());
  }
  Snapshot::Totals totals;
  // Questions that pinned a snapshot keep its files mapped and go on.
  if (served != collections_.end()) {
    totals = served->second.snapshot()->totals();
    collections_.erase(served);
  }
  catalog_.Erase(name);
  // While a client holds it, ErasingSchedule knows of it.
  static_cast<void>(directory_.RemoveBackup());
  if (is_gone) return {};
  const auto lower = std::exchange(last_dropped_, dropped);
  if (lower != dropped && !dropped_.contains(lower)) {
    static_cast<void>(platform::RemoveTree(lower));
  }
  if (!RemoveDropped(dropped)) {
    // If this fails, RemoveAllRemains or the next opening of the store tries
    // again.
    dropped_.emplace(dropped,
                     Collection::Remains{totals.documents, totals.text_bytes});
    TellCommitted(name);
  }
  return {};
}

Result<void> Writer::RemoveDropped(const std::filesystem::path& folder) const {
  if (folder == last_dropped_) return EmptyFolder(folder);
  if (auto removed = platform::RemoveTree(folder); !removed) {
    return StorageError(removed.error());
  }
  return {};
}

// A served collection has files of merges under way that no manifest names; one
// out of service is not written to.
Result<void> Writer::LinkCollections(const std::filesystem::path& folder) {
  const auto made = platform::MakeDirectory(folder / "collections");
  if (!made) return StorageError(made.error());
  for (const auto& [name, collection] : collections_) {
    progress_.Begin();
    auto linked = collection.LinkFiles(folder / "collections" / name);
    if (!linked) return linked;
  }
  for (const auto& [name, why] : catalog_.OutOfService()) {
    const auto from = directory_.CollectionFolder(name);
    if (!platform::IsFolder(from)) continue;
    auto linked = platform::LinkTree(from, folder / "collections" / name);
    if (!linked) return StorageError(linked.error());
  }
  if (last_dropped_.empty()) return {};
  // It is empty: its name keeps the highest snapshot.
  const auto kept = platform::MakeDirectory(folder / "collections" /
                                            last_dropped_.filename());
  if (!kept) return StorageError(kept.error());
  return {};
}

Result<void> Writer::RemoveAllRemains(const std::string& name) {
  // The files of a backup may hold what is erased. While a client holds it, the
  // rest goes all the same.
  const auto without_backup = directory_.RemoveBackup();
  for (auto at = dropped_.begin(); at != dropped_.end();) {
    auto removed = RemoveDropped(at->first);
    if (!removed) return removed;
    at = dropped_.erase(at);
  }
  for (auto& [other, collection] : collections_) {
    // The collection whose documents are erased is always swept, for files that
    // a failed change left.
    if (other != name && collection.remains().documents == 0) continue;
    if (auto removed = collection.RemoveRemains(); !removed) return removed;
  }
  // The text was in an upload's file before it was in a segment, so the removal
  // of that file must be on the disk too.
  auto forgotten = platform::SyncDirectory(directory_.IncomingFolder());
  if (!forgotten) return StorageError(forgotten.error());
  if (collections_.contains(name)) return without_backup;
  // The collection was dropped. Its folder is gone for good once this sync is
  // done.
  auto synced = platform::SyncDirectory(directory_.CollectionsFolder());
  if (!synced) return StorageError(synced.error());
  return without_backup;
}

void Writer::TellCommitted(const std::string& name) {
  CountRemains();
  on_commit_(name);
}

void Writer::CountRemains() {
  if (!directory_.HasBackup()) {
    catalog_.backup_since = Catalog::kNoBackup;
  } else if (catalog_.backup_since.load() == Catalog::kNoBackup) {
    catalog_.backup_since = clock_.Now();
  }
  Collection::Remains sum;
  const auto add = [&](const Collection::Remains& remains) {
    sum.documents += remains.documents;
    sum.text_bytes += remains.text_bytes;
  };
  for (const auto& [name, collection] : collections_) add(collection.remains());
  for (const auto& [folder, remains] : dropped_) add(remains);
  catalog_.remaining_documents = sum.documents;
  catalog_.remaining_text_bytes = sum.text_bytes;
}

Result<void> Writer::SettleNames() {
  if (!names_unsettled_) return {};
  for (const std::filesystem::path& stray : strays_) {
    if (auto removed = platform::RemoveTree(stray); !removed) {
      return StorageError(removed.error());
    }
  }
  strays_.clear();
  for (auto& [name, collection] : collections_) {
    const std::filesystem::path folder = directory_.CollectionFolder(name);
    if (collection.folder() == folder) continue;
    auto renamed = platform::Rename(collection.folder(), folder);
    if (!renamed) return StorageError(renamed.error());
    collection.MovedTo(folder);
  }
  auto synced = platform::SyncDirectory(directory_.CollectionsFolder());
  if (!synced) return StorageError(synced.error());
  names_unsettled_ = false;
  return {};
}

}  // namespace answerbox::daemon
