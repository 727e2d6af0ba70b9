#include "daemon/collections/writer.h"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "daemon/collections/background/segment_merge.h"
#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/errors.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {
namespace {

Error CollectionExists(const std::string& name) {
  return {.kind = ErrorKind::kAlreadyExists,
          .message = "There is a collection " + Quoted(name) + " already."};
}

OnForced TakeForce(Change& change) {
  if (auto* add = std::get_if<AddDocument>(&change.step)) {
    return std::move(add->on_forced);
  }
  return std::move(std::get<RemoveDocument>(change.step).on_forced);
}

// Returns the error of one document of a staged change, because of which all
// others are refused too.
Error NamedIn(const std::string& document, Error error) {
  error.message =
      "Document " + Quoted(document) +
      " can't be changed, so nothing of the change is made: " + error.message;
  return error;
}

bool HasGuard(const Collection& collection) {
  return collection.snapshot()->settings().guard != nullptr;
}

// Returns the error for changes of a collection that is of a pack.
std::optional<Error> FindPack(const std::string& name,
                              const Collection& collection) {
  const CollectionSettings& settings = collection.snapshot()->settings();
  if (!IsOfPack(settings)) return std::nullopt;
  return HoldsPack(name, settings);
}

bool AddsDocument(const std::vector<Change>& changes) {
  return std::any_of(changes.begin(), changes.end(), [](const Change& change) {
    return std::holds_alternative<AddDocument>(change.step);
  });
}

bool AddsDocument(StagedChange& change) {
  return std::ranges::any_of(
      change.steps(), [](const StagedStep& step) { return step.index() == 0; });
}

}  // namespace

Writer::Writer(const StoreOptions& options, const StateDirectory& directory,
               Catalog& catalog, ChangeQueue& queue, const ForwardClock& clock,
               WriteClock& progress,
               std::map<std::string, Collection> collections,
               std::function<void(const std::string&)> on_commit)
    : options_(options),
      directory_(directory),
      catalog_(catalog),
      queue_(queue),
      clock_(clock),
      progress_(progress),
      collections_(std::move(collections)),
      last_dropped_(directory.last_dropped().folder),
      on_commit_(std::move(on_commit)) {}

void Writer::Start() {
  CountRemains();
  thread_ = std::thread([this] { Run(); });
}

void Writer::Join() {
  if (thread_.joinable()) thread_.join();
}

void Writer::Run() {
  for (;;) {
    std::vector<Change> batch = queue_.TakeBatch();
    if (batch.empty()) return;
    progress_.Begin();
    try {
      Carry(std::move(batch));
      CountRemains();
    } catch (const std::bad_alloc&) {
      // Destroying the batch undoes changes that were not committed, and
      // completes them with an error. The next batch may find memory again.
    }
    progress_.End();
  }
}

void Writer::Carry(std::vector<Change> batch) {
  // Pending renames are settled first: a change in a folder that a power cut
  // renames back would be lost.
  if (auto settled = SettleNames(); !settled) {
    for (Change& change : batch) Refuse(std::move(change), settled.error());
    return;
  }
  // The name is copied, as the batch is moved from below.
  const std::string name = batch.front().collection;
  if (batch.front().IsOfDocument()) {
    return CommitDocuments(name, std::move(batch));
  }
  std::visit(
      [&]<typename Step>(Step& step) {
        if constexpr (!kIsOfDocument<Step>) Execute(name, std::move(step));
      },
      batch.front().step);
}

// Each change counts as progress, however large the batch is.
Result<void> Writer::Apply(std::vector<Change> changes, DocumentBatch& batch,
                           const DocumentBatch::Examine& examine) {
  for (Change& change : changes) {
    progress_.Begin();
    if (auto* add = std::get_if<AddDocument>(&change.step)) {
      batch.Add(std::move(*add));
    } else {
      batch.Remove(std::move(std::get<RemoveDocument>(change.step)));
    }
  }
  progress_.Begin();
  return batch.Commit(batch.change_count(), examine);
}

DocumentBatch::Examine Writer::ExamineFor(const std::string& name,
                                          const Collection& collection,
                                          OnForced on_forced) {
  const auto guard = collection.snapshot()->settings().guard;
  if (guard == nullptr || options_.examiner == nullptr) return {};
  return [this, &name, guard, on_forced = std::move(on_forced)](
             const Snapshot& before, const Snapshot& next) -> Result<void> {
    // Each question counts as progress. The next state is not published, so
    // questions use the one before.
    const auto refusal = options_.examiner->Examine(
        name, *guard, before, next, [this] { progress_.Begin(); });
    progress_.Begin();
    if (!refusal) return {};
    return on_forced ? on_forced(*refusal) : *refusal;
  };
}

void Writer::CommitGuarded(const std::string& name, Collection& collection,
                           Change change) {
  const auto examine = ExamineFor(name, collection, TakeForce(change));
  DocumentBatch batch(collection, name, LimitsFor(name));
  std::vector<Change> changes;
  changes.push_back(std::move(change));
  const auto outcome = Apply(std::move(changes), batch, examine);
  if (outcome) catalog_.Publish(name, collection.snapshot());
  Complete(name, batch, outcome);
}

void Writer::CommitDocuments(const std::string& name,
                             std::vector<Change> changes) {
  const auto found = collections_.find(name);
  if (found == collections_.end()) {
    return CommitToNewCollection(name, std::move(changes));
  }
  if (const auto held = FindPack(name, found->second)) {
    for (Change& change : changes) Refuse(std::move(change), *held);
    return;
  }
  // In a guarded collection, each change is committed alone: the exam compares
  // the states before and after it, and its refusal concerns no other change.
  if (HasGuard(found->second)) {
    for (Change& change : changes) {
      CommitGuarded(name, found->second, std::move(change));
    }
    return;
  }
  DocumentBatch batch(found->second, name, LimitsFor(name));
  const auto outcome = Apply(std::move(changes), batch);
  if (outcome) catalog_.Publish(name, found->second.snapshot());
  Complete(name, batch, outcome);
}

void Writer::CommitToNewCollection(const std::string& name,
                                   std::vector<Change> changes) {
  auto staged = AddsDocument(changes) && !catalog_.IsOutOfService(name)
                    ? Stage(options_.defaults)
                    : catalog_.Absence(name);
  if (!staged) {
    for (Change& change : changes) Refuse(std::move(change), staged.error());
    return;
  }
  DocumentBatch batch(*staged, name, LimitsFor(name));
  auto outcome = Apply(std::move(changes), batch);
  // A collection is created by its first accepted document, not by a refused
  // one.
  if (outcome && batch.change_count() > 0) {
    outcome = Establish(name, *staged);
  } else {
    static_cast<void>(platform::RemoveTree(staged->folder()));
  }
  Complete(name, batch, outcome);
}

void Writer::Complete(const std::string& name, DocumentBatch& batch,
                      const Result<void>& outcome) {
  if (outcome) catalog_.bytes_added += batch.bytes_added();
  batch.Complete(outcome);
  if (outcome) TellCommitted(name);
}

void Writer::Execute(const std::string& name, CreateCollection step) {
  if (collections_.contains(name)) {
    return step.completion(CollectionExists(name));
  }
  if (catalog_.IsOutOfService(name)) {
    return step.completion(catalog_.Absence(name));
  }
  auto staged = Stage(step.settings);
  if (!staged) return step.completion(staged.error());
  // Making the collection counts as its first change.
  auto first = std::make_shared<const Snapshot>(
      staged->snapshot()->number() + 1, step.settings,
      std::vector<Snapshot::Segment>());
  // The collection is committed under the staging name and renamed then, so
  // that a folder with a collection's name always has a manifest.
  auto committed = staged->Commit(std::move(first));
  if (!committed) {
    static_cast<void>(platform::RemoveTree(staged->folder()));
    return step.completion(committed.error());
  }
  committed = Establish(name, *staged);
  if (!committed) return step.completion(committed.error());
  step.completion(Summarize(name, *catalog_.Pin(name)));
}

void Writer::Execute(const std::string& name, DropCollection step) {
  const auto found = collections_.find(name);
  if (found == collections_.end() && !catalog_.IsOutOfService(name) &&
      !catalog_.IsMissing(name)) {
    return step.completion(catalog_.Absence(name));
  }
  // Nobody knows whether one out of service has a guard or a pack.
  if (step.if_guarded &&
      (found == collections_.end() || HasGuard(found->second) ||
       FindPack(name, found->second))) {
    return step.completion(*step.if_guarded);
  }
  step.completion(Drop(name));
}

void Writer::Execute(const std::string& name, SetCollection step) {
  const auto found = collections_.find(name);
  if (found == collections_.end()) {
    return step.completion(catalog_.Absence(name));
  }
  if (step.if_guarded && HasGuard(found->second)) {
    return step.completion(*step.if_guarded);
  }
  if (const auto held = FindPack(name, found->second)) {
    return step.completion(*held);
  }
  const Snapshot& before = *found->second.snapshot();
  CollectionSettings settings = before.settings();
  if (step.guard && step.guard->check && settings.guard) {
    const auto may = step.guard->check(*settings.guard, step.guard->text);
    if (!may) return step.completion(may.error());
  }
  settings.theta = step.theta.value_or(settings.theta);
  if (step.synonyms) {
    // The new file is written before the manifest that names it. The old file
    // stays until then.
    settings.synonyms = nullptr;
    if (auto& synonyms = step.synonyms->synonyms) {
      auto stored =
          StoreSynonyms(found->second.folder(), catalog_.NextSegmentNumber(),
                        std::move(*synonyms));
      if (!stored) return step.completion(stored.error());
      settings.synonyms = std::move(*stored);
    }
  }
  if (step.guard && step.guard->edit) {
    auto text = step.guard->edit(settings.guard.get());
    if (!text) return step.completion(text.error());
    if (settings.guard && *text == settings.guard->text) {
      step.guard.reset();
      if (!step.theta && !step.synonyms) {
        return step.completion(Summarize(name, before));
      }
    } else {
      step.guard->text = std::move(*text);
    }
  }
  if (step.guard) {
    settings.guard = nullptr;
    if (auto& text = step.guard->text) {
      auto stored = StoreGuard(found->second.folder(),
                               catalog_.NextSegmentNumber(), std::move(*text));
      if (!stored) return step.completion(stored.error());
      settings.guard = std::move(*stored);
    }
  }
  // One manifest holds theta, synonyms and exam, so they change together or not
  // at all.
  auto committed = found->second.Commit(std::make_shared<const Snapshot>(
      before.number() + 1, settings, before.segments()));
  if (!committed) return step.completion(committed.error());
  catalog_.Publish(name, found->second.snapshot());
  step.completion(Summarize(name, *found->second.snapshot()));
}

void Writer::Execute(const std::string& name, InstallMerge step) {
  Result<bool> installed = false;
  try {
    installed = Install(name, step);
  } catch (const std::bad_alloc&) {
    // A merge is never necessary, so without memory everything stays as it is.
    installed = LimitError(
        "No memory is left to install merged segments: those before them "
        "stay.");
  }
  // The result's file is removed before completing, as the caller may look for
  // it.
  step.file.reset();
  step.completion(installed);
}

void Writer::Execute(const std::string& name, CommitStaged step) {
  const auto found = collections_.find(name);
  Result<StagedSummary> made = StagedSummary();
  try {
    if (step.change.is_removed()) {
      made = RemovedMeanwhile(name);
    } else if (found != collections_.end()) {
      const auto held = FindPack(name, found->second);
      made = held ? *held : Carry(name, found->second, step);
    } else if (AddsDocument(step.change) && !catalog_.IsOutOfService(name)) {
      auto staged = Stage(options_.defaults);
      // The change is carried out under the staging name, so nobody sees the
      // collection before all of the change is there.
      made = staged ? Carry(name, *staged, step) : staged.error();
      if (staged && made) {
        if (auto done = Establish(name, *staged); !done) made = done.error();
      } else if (staged) {
        static_cast<void>(platform::RemoveTree(staged->folder()));
      }
    } else {
      made = catalog_.Absence(name);
    }
  } catch (const std::bad_alloc&) {
    made = LimitError(
        "No memory is left for the change: nothing of it is "
        "made. Try again with fewer documents.");
  }
  step.change.Clear();  // Frees the files before the caller is told.
  if (made) {
    for (const DocumentSummary& added : made->added) {
      catalog_.bytes_added += added.bytes;
    }
  }
  // This is read before `made` is given away.
  const bool is_made = made.has_value();
  step.completion(std::move(made));
  if (is_made) TellCommitted(name);
}

// Each document counts as progress. Destroying an uncommitted batch removes
// what it wrote.
Result<StagedSummary> Writer::Carry(const std::string& name,
                                    Collection& collection,
                                    CommitStaged& step) {
  DocumentBatch batch(collection, name, LimitsFor(name));
  std::size_t done = 0;
  for (StagedStep& one : step.change.steps()) {
    progress_.Begin();
    std::string document;
    if (auto* add = std::get_if<std::unique_ptr<StowedDocument>>(&one)) {
      // The name is kept for the message, because the batch takes the document.
      document = (*add)->name();
      const engine::Sha256 sha256 = (*add)->sha256();
      batch.Add({std::move(*add), sha256, {}});
    } else {
      document = std::get<std::string>(one);
      batch.Remove({document, {}});
    }
    // The first document that is refused refuses them all.
    if (batch.change_count() == ++done) continue;
    return NamedIn(document, *batch.first_refusal());
  }
  progress_.Begin();
  // The whole change is one change for readers.
  const auto committed =
      batch.Commit(1, ExamineFor(name, collection, std::move(step.on_forced)));
  if (!committed) return committed.error();
  const auto found = collections_.find(name);
  if (found != collections_.end()) {
    catalog_.Publish(name, collection.snapshot());
  }
  return batch.Summary();
}

Result<bool> Writer::Install(const std::string& name, InstallMerge& step) {
  const auto found = collections_.find(name);
  if (found == collections_.end()) return false;
  const Snapshot& before = *found->second.snapshot();
  auto segments =
      ReplaceInputs(before.segments(), step.inputs, step.result, step.began);
  if (!segments) return false;
  // The documents did not change, so the snapshot's number stays.
  auto next = std::make_shared<const Snapshot>(
      before.number(), before.settings(), std::move(*segments));
  // All documents of the result may have been removed since the merge began.
  if (next->Has(step.result->number)) step.file->Keep();
  auto committed = found->second.Commit(std::move(next));
  if (!committed) return committed.error();
  catalog_.Publish(name, found->second.snapshot());
  return true;
}

void Writer::Execute(const std::string& name, RemoveRemains step) {
  const auto removed = RemoveAllRemains(name);
  CountRemains();  // Before completing: the caller may ask for the counts.
  step.completion(removed);
}

void Writer::Execute(const std::string& name, VerifyFiles step) {
  const auto found = collections_.find(name);
  if (found == collections_.end()) {
    return step.completion(catalog_.Absence(name));
  }
  Result<std::uint64_t> verified = 0;
  try {
    verified = found->second.VerifyFiles();
  } catch (const std::bad_alloc&) {
    verified = LimitError("No memory is left to verify: try again.");
  }
  step.completion(std::move(verified));
}

void Writer::Execute(const std::string& name, RepairCollection step) {
  Result<RepairSummary> repaired =
      LimitError("No memory is left to repair the collection: try again.");
  try {
    repaired = Repair(name);
  } catch (const std::bad_alloc&) {
    // Nothing is committed, and what was set aside is named in the folder.
  }
  const bool is_done = repaired.has_value();
  step.completion(std::move(repaired));
  if (is_done) TellCommitted(name);
}

void Writer::Execute(const std::string& name, LinkFiles step) {
  auto folder = directory_.BeginBackup();
  Result<void> linked;
  if (folder) {
    // The log first: what it tells of collections and users must not be newer
    // than their files.
    linked = step.link_others(*folder);
    if (linked) linked = LinkCollections(*folder);
    if (linked) linked = directory_.LinkSmallFiles(*folder);
  }
  if (!linked) {
    static_cast<void>(directory_.RemoveBackup());
    folder = linked.error();
  }
  TellCommitted(name);  // Its files may have to be erased.
  step.completion(std::move(folder));
}

void Writer::Execute(const std::string& name, WriteBeside step) {
  const auto found = collections_.find(name);
  if (found == collections_.end()) {
    return step.completion(catalog_.Absence(name));
  }
  Result<void> written = LimitError("No memory is left to keep it: try again.");
  try {
    written = step.write(found->second.folder());
  } catch (const std::bad_alloc&) {
    // What was there stays.
  }
  step.completion(std::move(written));
}

Result<RepairSummary> Writer::Repair(const std::string& name) {
  std::vector<LostFile> given_up;
  if (!collections_.contains(name)) {
    if (!catalog_.IsOutOfService(name)) return catalog_.Absence(name);
    auto repaired = OpenWhatIsSound(name);
    if (!repaired) {
      // Status tells what is in the way now.
      catalog_.TakeOut(name, OutOfService(name, repaired.error()));
      return catalog_.Absence(name);
    }
    given_up = std::move(repaired->given_up);
    const auto opened =
        collections_.emplace(name, std::move(repaired->collection)).first;
    catalog_.Publish(name, opened->second.snapshot());
  }
  return RepairSummary{Summarize(name, *collections_.at(name).snapshot()),
                       std::move(given_up)};
}

Result<Repaired> Writer::OpenWhatIsSound(const std::string& name) {
  if (auto ours = directory_.CheckAccess(name); !ours) return ours.error();
  // The start may not have seen what is there now.
  catalog_.RaiseSegmentNumber(directory_.HighestNumber(name));
  const std::filesystem::path folder = directory_.CollectionFolder(name);
  const auto room = LimitsFor(name).max_mapped_bytes;
  const OpeningTimes times{clock_.Now(), options_.erase_after};
  const std::uint64_t newest = catalog_.ExpectedOf(name);
  // What was missing may be back.
  auto opened = Collection::Open(folder, room, times, newest);
  if (opened) return Repaired{std::move(*opened), {}};
  return Collection::Repair(folder, room, times, newest,
                            [this] { progress_.Begin(); });
}

BatchLimits Writer::LimitsFor(const std::string& name) const {
  std::uint64_t documents = 0;  // Of the other collections; so are the bytes.
  std::uint64_t mapped_bytes = 0;
  for (const auto& [other, collection] : collections_) {
    // The batch counts its own collection itself.
    if (other == name) continue;
    const Snapshot::Totals& totals = collection.snapshot()->totals();
    documents += totals.documents;
    mapped_bytes += totals.disk_bytes;
  }
  const auto left = [](std::uint64_t limit, std::uint64_t taken) {
    return limit - std::min(limit, taken);
  };
  return {.writer_memory_bytes = options_.writer_memory_bytes,
          .max_documents =
              static_cast<std::size_t>(left(options_.max_documents, documents)),
          .max_mapped_bytes = left(options_.max_mapped_bytes, mapped_bytes),
          .max_page_pictures = options_.max_page_pictures,
          .max_page_bytes = options_.max_page_bytes,
          .next_segment_number =
              [&catalog = catalog_] { return catalog.NextSegmentNumber(); },
          .now = clock_.Now()};
}

}  // namespace answerbox::daemon
