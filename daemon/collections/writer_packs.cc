// How Writer installs packs, returns to what was before, and frees collections
// of their pack. Its other functions are in writer.cc.
#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/snapshots/manifest.h"
#include "daemon/collections/writer.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {
namespace {

// Writes and syncs what a rollback needs.
Result<std::shared_ptr<const StoredBefore>> StoreBefore(
    const Collection& collection, std::uint64_t number) {
  const std::string text = EncodeBefore(*collection.snapshot());
  const BeforeEntry entry{DescribeText(number, text)};
  auto before = DescribeBefore(entry, text);
  if (!before) return CorruptError(entry.file_name(), before.error());
  auto written = WriteStoredText(collection.folder() / entry.file_name(), text);
  if (!written) return written.error();
  return *std::move(before);
}

Error NoMemoryForPack() {
  return LimitError(
      "No memory is left for the pack: nothing was changed. Try again when "
      "less is under way.");
}

// Returns the collection's next state. The log must not take it for an older
// one, whatever it goes back to.
std::shared_ptr<const Snapshot> NextOf(
    const Collection& collection, const CollectionSettings& settings,
    const std::vector<Snapshot::Segment>& segments) {
  return std::make_shared<const Snapshot>(collection.snapshot()->number() + 1,
                                          settings, segments);
}

Error TooManyDocuments(std::size_t most) {
  return LimitError("With it there would be more than " + std::to_string(most) +
                    " documents (max_documents).");
}

std::string Described(const PackMark& pack) {
  return pack.name + ' ' + pack.version;
}

}  // namespace

void Writer::Execute(const std::string& name, InstallPack step) {
  Result<CollectionSummary> installed = NoMemoryForPack();
  try {
    installed = Install(name, step);
  } catch (const std::bad_alloc&) {
    // What was written is removed with the pack, or at the next opening.
  }
  // Its folder is removed before the caller is told.
  step.pack.reset();
  const bool is_done = installed.has_value();
  step.completion(std::move(installed));
  if (is_done) TellCommitted(name);
}

Result<void> Writer::CheckPack(const std::string& name, const Snapshot* present,
                               const InstallPack& step) {
  const PackMark& pack = *step.pack->mark();
  const auto& installed =
      present == nullptr ? nullptr : present->settings().pack;
  if (installed && installed->sha256 == pack.sha256) {
    return Error{.kind = ErrorKind::kAlreadyExists,
                 .message = "Collection " + Quoted(name) + " is the pack " +
                            Described(pack) + " already."};
  }
  if (installed && installed->name == pack.name && !step.force.downgrade &&
      IsLowerVersion(pack.version, installed->version)) {
    return Rejected("older_pack",
                    "The pack " + Described(pack) + " is older than " +
                        installed->version + ", which collection " +
                        Quoted(name) +
                        " is: install it with --downgrade if that is meant.");
  }
  if (present != nullptr && present->settings().guard &&
      !step.pack->settings().guard && !step.force.drop_exam) {
    return Rejected("no_exam",
                    "Collection " + Quoted(name) +
                        " has an exam, and the pack has none: ask its maker "
                        "for one, or install it with --drop-exam.");
  }
  // What was removed would stay in the files that are kept.
  if (present != nullptr &&
      std::ranges::any_of(present->segments(), [](const auto& segment) {
        return segment.removed.size() > 0;
      })) {
    return Busy("Documents of collection " + Quoted(name) +
                " were removed while the pack came: install it again.");
  }
  const BatchLimits limits = LimitsFor(name);
  if (step.pack->documents() > limits.max_documents) {
    return TooManyDocuments(options_.max_documents);
  }
  if (step.pack->bytes() > limits.max_mapped_bytes) return TooMuchToMap(name);
  return {};
}

Result<void> Writer::SelfTest(const ReceivedPack& pack) {
  const auto& guard = pack.settings().guard;
  if (guard == nullptr || options_.examiner == nullptr) return {};
  const Snapshot next(0, pack.settings(), pack.segments());
  const auto refusal =
      options_.examiner->SelfTest(*guard, next, [this] { progress_.Begin(); });
  progress_.Begin();
  return refusal ? Result<void>(*refusal) : Result<void>();
}

Result<CollectionSummary> Writer::Install(const std::string& name,
                                          InstallPack& step) {
  const auto found = collections_.find(name);
  const bool is_new = found == collections_.end();
  if (is_new && catalog_.IsOutOfService(name)) return catalog_.Absence(name);
  const Snapshot* const present =
      is_new ? nullptr : found->second.snapshot().get();
  auto done = CheckPack(name, present, step);
  if (done) done = SelfTest(*step.pack);
  if (!done) return done.error();
  return is_new ? EstablishPack(name, *step.pack)
                : ReplaceByPack(name, found->second, *step.pack);
}

// The files of the next state are in the collection's folder already, and one
// new manifest makes the switch: a kill at any moment leaves the old state or
// the new one, and the next opening removes what neither names.
Result<CollectionSummary> Writer::Switch(const std::string& name,
                                         Collection& collection,
                                         std::shared_ptr<const Snapshot> next) {
  // Afterwards, nothing that is told of the switch may need memory.
  CollectionSummary summary = Summarize(name, *next);
  auto done = collection.Commit(std::move(next));
  if (!done) return done.error();
  catalog_.Publish(name, collection.snapshot());
  return summary;
}

Result<CollectionSummary> Writer::EstablishPack(const std::string& name,
                                                ReceivedPack& pack) {
  auto staged = Stage(pack.settings());
  if (!staged) return staged.error();
  const auto next = NextOf(*staged, pack.settings(), pack.segments());
  CollectionSummary summary = Summarize(name, *next);
  auto done = pack.MoveTo(staged->folder());
  if (done) done = staged->Commit(next);
  if (!done) {
    static_cast<void>(platform::RemoveTree(staged->folder()));
    return done.error();
  }
  if (done = Establish(name, *staged); !done) return done.error();
  return summary;
}

Result<CollectionSummary> Writer::ReplaceByPack(const std::string& name,
                                                Collection& collection,
                                                ReceivedPack& pack) {
  auto before = StoreBefore(collection, catalog_.NextSegmentNumber());
  if (!before) return before.error();
  CollectionSettings settings = pack.settings();
  settings.before = *std::move(before);
  if (auto moved = pack.MoveTo(collection.folder()); !moved) {
    static_cast<void>(platform::RemoveFile(collection.folder() /
                                           settings.before->entry.file_name()));
    return moved.error();
  }
  return Switch(name, collection,
                NextOf(collection, settings, pack.segments()));
}

void Writer::Execute(const std::string& name, RollBackPack step) {
  Result<CollectionSummary> done = NoMemoryForPack();
  try {
    done = RollBack(name);
  } catch (const std::bad_alloc&) {
    // Nothing was committed.
  }
  const bool is_done = done.has_value();
  step.completion(std::move(done));
  if (is_done) TellCommitted(name);
}

Result<CollectionSummary> Writer::RollBack(const std::string& name) {
  const auto found = collections_.find(name);
  if (found == collections_.end()) return catalog_.Absence(name);
  Collection& collection = found->second;
  const auto kept = collection.snapshot()->settings().before;
  if (!kept) {
    return Error{.kind = ErrorKind::kNotFound,
                 .message = "Collection " + Quoted(name) +
                            " has no earlier documents to go back to: it "
                            "keeps those that the last pack replaced, until it "
                            "is rolled back or detached."};
  }
  // Without its files' names, those of the next state would be taken for new.
  if (!kept->damage.empty()) {
    return Error{.kind = ErrorKind::kCorrupt,
                 .message = kept->damage +
                            " Put it back and start the daemon again, or go on "
                            "without: `answerbox pack detach " +
                            name + "`."};
  }
  const BatchLimits limits = LimitsFor(name);
  const auto before = collection.OpenBefore(
      limits.max_mapped_bytes, {clock_.Now(), options_.erase_after},
      [this] { progress_.Begin(); });
  if (!before) return InFolder(collection.folder(), before.error());
  if ((*before)->document_count() > limits.max_documents) {
    return TooManyDocuments(options_.max_documents);
  }
  if (const auto& pack = (*before)->settings().pack) {
    const auto trusted = CheckTrusted(*pack, options_.pack_keys);
    if (!trusted) return trusted.error();
  }
  return Switch(
      name, collection,
      NextOf(collection, (*before)->settings(), (*before)->segments()));
}

void Writer::Execute(const std::string& name, DetachPack step) {
  Result<CollectionSummary> done = NoMemoryForPack();
  try {
    done = Detach(name);
  } catch (const std::bad_alloc&) {
    // Nothing was committed.
  }
  const bool is_done = done.has_value();
  step.completion(std::move(done));
  if (is_done) TellCommitted(name);
}

Result<CollectionSummary> Writer::Detach(const std::string& name) {
  const auto found = collections_.find(name);
  if (found == collections_.end()) return catalog_.Absence(name);
  Collection& collection = found->second;
  CollectionSettings settings = collection.snapshot()->settings();
  if (!settings.pack && !settings.before) {
    return Error{.kind = ErrorKind::kNotFound,
                 .message = "Collection " + Quoted(name) + " is of no pack."};
  }
  settings.pack = nullptr;
  settings.before = nullptr;
  // What was before goes with the commit. What can't be removed then is
  // counted, and erasing tries again.
  return Switch(
      name, collection,
      NextOf(collection, settings, collection.snapshot()->segments()));
}

}  // namespace answerbox::daemon
