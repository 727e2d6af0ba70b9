#include "daemon/collections/store.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <utility>

#include "daemon/collections/background/maintenance.h"
#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/names.h"
#include "daemon/collections/files/stored_segment.h"
#include "daemon/collections/snapshots/state_directory.h"
#include "daemon/collections/writer.h"
#include "engine/text/utf8.h"

namespace answerbox::daemon {
namespace {

Result<void> CheckSettings(const CollectionSettings& settings) {
  if (!IsValidTheta(settings.theta)) {
    return InvalidParameter("theta", "theta must be in [0, 1].");
  }
  if (!engine::IsValid(settings.chunking)) {
    return InvalidParameter(
        "window", "window must be " + std::to_string(engine::kMinWindowWords) +
                      " to " + std::to_string(engine::kMaxWindowWords) +
                      " words, and overlap at most half of it.");
  }
  return {};
}

// Reads a part of a document's text. To move an end back to the beginning of a
// character, it reads the bytes before it and the one after it.
engine::Result<CollectionStore::TextPart> ReadTextPart(
    const engine::SegmentReader& reader, const engine::DocumentRecord& document,
    std::uint64_t begin, std::uint64_t end) {
  constexpr std::uint32_t kMaxCharacterBytes = 4;
  const std::uint64_t size = document.text_bytes;
  // Any range is accepted and clipped, as a client may ask past the end.
  begin = std::min(begin, size);
  end = std::max(begin, std::min({end, begin + kMaxTextPartBytes, size}));
  // A few more bytes are read on both sides, so that a character at the edge is
  // seen as a whole.
  const auto read_begin = static_cast<std::uint32_t>(
      begin - std::min<std::uint64_t>(begin, kMaxCharacterBytes));
  const auto read_end = static_cast<std::uint32_t>(std::min(end + 1, size));
  const auto text = reader.Text(document, {read_begin, read_end});
  if (!text) return text.error();
  const auto clip = [&](std::uint64_t offset) {
    return engine::FloorToCharacter(
        *text, static_cast<std::size_t>(offset - read_begin));
  };
  const std::size_t first = clip(begin);
  const std::size_t last = std::max(first, clip(end));
  return CollectionStore::TextPart{
      std::string(text->substr(first, last - first)), read_begin + first, size};
}

Error NoPicture(std::string_view collection, std::string_view name,
                const std::string& of) {
  return {.kind = ErrorKind::kNotFound,
          .message = "No picture is kept of " + of + " of document " +
                     Quoted(name) + " in collection " + Quoted(collection) +
                     ": add it with `answerbox add --pages` to keep some."};
}

}  // namespace

// Threads are declared last, because they use the members above.
class CollectionStore::State {
 public:
  State(StoreOptions store_options, StateDirectory state_directory,
        std::map<std::string, Collection> collections)
      : options(std::move(store_options)),
        directory(std::move(state_directory)),
        held_bytes(std::make_shared<HeldBytes>(options.held_upload_bytes)),
        catalog(directory.CollectionsFolder(), options.before_documents),
        clock(options.clock),
        queue(options.max_queued_changes),
        maintenance(options, directory, catalog, queue, clock),
        writer(options, directory, catalog, queue, clock, *write_clock,
               std::move(collections), [this](const std::string& name) {
                 maintenance.Consider(name);
               }) {}

  // Fills the catalog.
  void ListIn(OpenedCollections opened, Catalog::Snapshots snapshots,
              const std::optional<KnownState>& known) {
    catalog.RaiseDropped(directory.last_dropped().snapshot);
    if (known) catalog.RaiseDropped(known->dropped);
    // Numbers begin above all that are in use, so that a new file never
    // overwrites one.
    catalog.RaiseSegmentNumber(opened.highest_number);
    for (auto& [name, why] : opened.out_of_service) {
      catalog.TakeOut(name, std::move(why));
    }
    for (const auto& [name, newest] : opened.expected) {
      catalog.Expect(name, newest);
    }
    for (auto& [name, snapshot] : snapshots) {
      catalog.Publish(name, std::move(snapshot));
    }
  }

  void Start() {
    writer.Start();
    maintenance.Start();
    for (const auto& [name, snapshot] : catalog.All()) {
      maintenance.Consider(name);
    }
  }

  void Stop() {
    // Nothing new is accepted. What was accepted is carried out.
    queue.Close();
    maintenance.Stop();  // Before the writer: maintenance may wait for it.
    queue.Finish();
    writer.Join();
  }

  Error Located(std::string_view collection, Error error) {
    // Below the store, errors name files of a collection without its folder.
    error = InFolder(directory.CollectionFolder(collection), std::move(error));
    catalog.NoteDamage(error);
    return error;
  }

  // Returns the result of `read` for a live document.
  template <typename T, typename Read>
  Result<T> ReadDocument(std::string_view collection, std::string_view name,
                         const Read& read) {
    const auto snapshot = catalog.Pin(collection);
    if (!snapshot) return catalog.Absence(collection);
    const std::uint64_t changes = catalog.ChangesOf(snapshot->segments());
    // The pinned snapshot keeps the text readable, even if the document is
    // removed meanwhile.
    const auto place = FindDocument(snapshot->segments(), name);
    if (!place) return Located(collection, place.error());
    if (!*place) return NoSuchDocument(collection, name);
    const StoredSegment& segment =
        *snapshot->segments()[(*place)->segment].stored;
    engine::Result<T> part = read(segment.reader, (*place)->document);
    if (!part) {
      return Located(collection, CorruptError(segment.file_name, part.error()));
    }
    if (!catalog.IsUnchangedSince(snapshot->segments(), changes)) {
      return ChangedWhileRead(collection);
    }
    return *std::move(part);
  }

  StoreOptions options;
  StateDirectory directory;
  // Returns the bytes that the collection may have beside the others.
  std::uint64_t RoomToMap(std::string_view collection) const {
    std::uint64_t room = options.max_mapped_bytes;
    for (const auto& [name, snapshot] : catalog.All()) {
      if (name == collection) continue;
      room -= std::min(room, snapshot->totals().disk_bytes);
    }
    return room;
  }

  std::shared_ptr<HeldBytes> held_bytes;
  const std::shared_ptr<std::atomic<bool>> is_receiving_pack =
      std::make_shared<std::atomic<bool>>(false);
  const std::shared_ptr<WriteClock> write_clock =
      std::make_shared<WriteClock>();
  std::atomic<std::uint64_t> next_upload = 1;
  Catalog catalog;
  ForwardClock clock;
  ChangeQueue queue;
  Maintenance maintenance;
  Writer writer;
};

Result<std::unique_ptr<CollectionStore>> CollectionStore::Open(
    StoreOptions options) {
  if (auto valid = CheckSettings(options.defaults); !valid) {
    return valid.error();
  }
  auto directory = StateDirectory::Open(options.state_dir);
  if (!directory) return directory.error();
  if (options.on_mended) options.on_mended(directory->mended());
  std::optional<KnownState> known = KnownState();
  if (options.read_known) {
    auto read = options.read_known();
    if (!read) return read.error();
    known = std::move(*read);
  }
  auto collections = directory->OpenCollections(
      options.max_mapped_bytes,
      {ForwardClock(options.clock).Now(), options.erase_after},
      known ? &known->collections : nullptr,
      known && options.doubts_removed ? known->dropped : 0);
  if (!collections) return collections.error();
  // The snapshots are copied before the collections go to the writing thread.
  Catalog::Snapshots snapshots;
  for (const auto& [name, collection] : collections->served) {
    snapshots.emplace(name, collection.snapshot());
  }
  auto state =
      std::make_unique<State>(std::move(options), std::move(*directory),
                              std::move(collections->served));
  state->ListIn(std::move(*collections), std::move(snapshots), known);
  try {
    state->Start();
  } catch (const std::system_error&) {
    // The system has no thread left. A thread that was started must end before
    // the members that it uses.
    state->Stop();
    throw;
  }
  return std::unique_ptr<CollectionStore>(
      new CollectionStore(std::move(state)));
}

CollectionStore::CollectionStore(std::unique_ptr<State> state)
    : state_(std::move(state)) {}

CollectionStore::~CollectionStore() { state_->Stop(); }

Result<std::shared_ptr<const Snapshot>> CollectionStore::Pin(
    std::string_view collection) const {
  auto snapshot = state_->catalog.Pin(collection);
  if (!snapshot) return state_->catalog.Absence(collection);
  return snapshot;
}

std::uint64_t CollectionStore::ChangesOf(const Snapshot& snapshot) const {
  return state_->catalog.ChangesOf(snapshot.segments());
}

bool CollectionStore::IsUnchangedSince(const Snapshot& snapshot,
                                       std::uint64_t changes) const {
  return state_->catalog.IsUnchangedSince(snapshot.segments(), changes);
}

Result<std::span<const engine::LiveSegment>> CollectionStore::SegmentsOf(
    std::string_view collection, const Snapshot& snapshot) const {
  if (snapshot.settings().profile != engine::Profile::kPaper) {
    return snapshot.live();
  }
  return snapshot.asked().WithNorms(
      snapshot.live(),
      [this] { return state_->directory.UploadFile(state_->next_upload++); },
      [&](const engine::Error& error) {
        // The damaged segment is the first one with a wrong checksum.
        const auto folder = state_->directory.CollectionFolder(collection);
        for (const Snapshot::Segment& segment : snapshot.segments()) {
          const auto intact = VerifyOnDisk(folder, *segment.stored);
          if (!intact) return state_->Located(collection, intact.error());
        }
        return Damage(collection, snapshot, error);
      });
}

Result<Upload> CollectionStore::Begin(std::string_view collection,
                                      std::string_view name) {
  if (auto valid = CheckCollectionName(collection); !valid) {
    return valid.error();
  }
  if (auto valid = CheckDocumentName(name); !valid) return valid.error();
  // This is reported before the text is sent: the first commit would refuse it.
  if (state_->catalog.IsOutOfService(collection)) {
    return state_->catalog.Absence(collection);
  }
  if (!state_->catalog.Pin(collection) &&
      state_->catalog.size() >= state_->options.max_collections) {
    return TooManyCollections(state_->options.max_collections);
  }
  if (const auto present = state_->catalog.Pin(collection);
      present && IsOfPack(present->settings())) {
    return HoldsPack(collection, present->settings());
  }
  // The file is only made when the text is long or staged. A number suffices as
  // its name, as the folder is cleared at the start.
  return Upload(std::string(collection), std::string(name),
                state_->directory.UploadFile(state_->next_upload++),
                state_->held_bytes, state_->options.max_document_page_bytes);
}

void CollectionStore::Commit(Upload upload,
                             std::optional<engine::Sha256> sha256,
                             Completion<DocumentSummary> completion,
                             OnForced on_forced) {
  std::string collection = upload.collection();
  auto is_removed = upload.is_removed();
  state_->queue.Push(
      {std::move(collection),
       AddDocument{std::make_unique<Upload>(std::move(upload)), sha256,
                   std::move(completion), std::move(on_forced),
                   std::move(is_removed)}});
}

StagedChange CollectionStore::BeginChange(std::string_view collection) const {
  return {std::string(collection), state_->held_bytes,
          MarkRemovalOf(collection)};
}

std::shared_ptr<const bool> CollectionStore::MarkRemovalOf(
    std::string_view collection) const {
  return state_->catalog.MarkRemovalOf(std::string(collection));
}

void CollectionStore::Commit(StagedChange change,
                             Completion<StagedSummary> completion,
                             OnForced on_forced) {
  // The name is copied first, as the change is moved in the same expression.
  std::string collection = change.collection();
  state_->queue.Push({std::move(collection),
                      CommitStaged{std::move(change), std::move(completion),
                                   std::move(on_forced)}});
}

void CollectionStore::Remove(std::string_view collection, std::string_view name,
                             Completion<void> completion, OnForced on_forced) {
  state_->queue.Push({std::string(collection),
                      RemoveDocument{std::string(name), std::move(completion),
                                     std::move(on_forced)}});
}

Result<DocumentPage> CollectionStore::List(std::string_view collection,
                                           std::string_view after,
                                           std::size_t limit) const {
  const auto snapshot = state_->catalog.Pin(collection);
  if (!snapshot) return state_->catalog.Absence(collection);
  const std::uint64_t changes = state_->catalog.ChangesOf(snapshot->segments());
  auto documents = ListDocuments(collection, *snapshot, after, limit);
  if (!documents) return state_->Located(collection, documents.error());
  if (!state_->catalog.IsUnchangedSince(snapshot->segments(), changes)) {
    return ChangedWhileRead(collection);
  }
  return documents;
}

Result<CollectionStore::TextPart> CollectionStore::Text(
    std::string_view collection, std::string_view name, std::uint64_t begin,
    std::uint64_t end) const {
  return state_->ReadDocument<TextPart>(
      collection, name,
      [&](const engine::SegmentReader& reader,
          engine::DocumentNumber document) -> engine::Result<TextPart> {
        const auto record = reader.Document(document);
        if (!record) return record.error();
        return ReadTextPart(reader, *record, begin, end);
      });
}

Result<StoredPage> CollectionStore::Page(std::string_view collection,
                                         std::string_view name,
                                         std::uint32_t page) const {
  // A change may take the file away while it is read.
  std::uint64_t tried = 0;
  while (true) {
    const auto snapshot = Pin(collection);
    if (!snapshot) return snapshot.error();
    const auto place = FindDocument((*snapshot)->segments(), name);
    if (!place) return state_->Located(collection, place.error());
    if (!*place) return NoSuchDocument(collection, name);
    const auto* entry = FindPages((*snapshot)->settings().pages.get(), name);
    if (entry == nullptr) return NoPicture(collection, name, "the pages");
    auto read = ReadStoredPage(state_->directory.CollectionFolder(collection),
                               *entry, page);
    if (read && *read) {
      const StoredSegment& segment =
          *(*snapshot)->segments()[(*place)->segment].stored;
      const auto record = segment.reader.Document((*place)->document);
      if (!record) {
        return state_->Located(collection,
                               CorruptError(segment.file_name, record.error()));
      }
      StoredPage found = **std::move(read);
      found.sha256 = record->sha256;
      found.snapshot = (*snapshot)->number();
      found.file = entry->number;
      return found;
    }
    if (read) {
      return NoPicture(collection, name, "page " + std::to_string(page));
    }
    if (std::exchange(tried, entry->number) == entry->number) {
      state_->catalog.NoteRead(entry->number, read.error());
      return read.error();
    }
  }
}

std::optional<std::uint64_t> CollectionStore::PicturesOf(
    std::string_view collection, std::string_view name,
    std::uint64_t snapshot) const {
  const auto newest = Pin(collection);
  if (!newest || (*newest)->number() != snapshot) return std::nullopt;
  const auto* entry = FindPages((*newest)->settings().pages.get(), name);
  if (entry == nullptr) return std::nullopt;
  return entry->number;
}

Result<CollectionStore::BlocksPart> CollectionStore::Blocks(
    std::string_view collection, std::string_view name, std::uint32_t first,
    std::size_t limit) const {
  return state_->ReadDocument<BlocksPart>(
      collection, name,
      [&](const engine::SegmentReader& reader,
          engine::DocumentNumber document) -> engine::Result<BlocksPart> {
        const auto record = reader.Document(document);
        if (!record) return record.error();
        BlocksPart part{{}, record->text_block_count};
        for (std::uint32_t i = first;
             i < part.document_blocks && part.blocks.size() < limit; ++i) {
          const auto block = reader.Block(document, i);
          if (!block) return block.error();
          // Each block is returned with the page on which it begins.
          const auto page = reader.PageAt(document, block->range.begin);
          if (!page) return page.error();
          part.blocks.push_back({*block, *page});
        }
        return part;
      });
}

Error CollectionStore::Damage(std::string_view collection,
                              const Snapshot& snapshot,
                              const engine::Error& error) const {
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    // The engine's error has an offset but no file, as a question reads
    // several.
    if (IsDamagedAt(*segment.stored, error.offset)) {
      return state_->Located(collection,
                             CorruptError(segment.stored->file_name, error));
    }
  }
  return {.kind = ErrorKind::kCorrupt,
          .message = "A stored file of collection " + Quoted(collection) +
                     " is damaged (" + engine::Describe(error.code) +
                     "); collections.verify names it.",
          .offset = error.offset,
          .field = error.field};
}

std::vector<std::string> CollectionStore::Damaged() const {
  std::vector<std::string> damaged = state_->directory.mended();
  for (std::string& one : state_->catalog.Damaged()) {
    damaged.push_back(std::move(one));
  }
  return damaged;
}

std::vector<CollectionSummary> CollectionStore::Collections() const {
  std::vector<CollectionSummary> summaries;
  for (const auto& [name, snapshot] : state_->catalog.All()) {
    summaries.push_back(Summarize(name, *snapshot));
  }
  return summaries;
}

Catalog::Outages CollectionStore::OutOfService() const {
  return state_->catalog.OutOfService();
}

std::vector<std::string> CollectionStore::Missing() const {
  return state_->catalog.Missing();
}

std::uint64_t CollectionStore::NewestOf(std::string_view collection) const {
  return state_->catalog.NewestOf(collection);
}

KnownState CollectionStore::Newest() const {
  return {.collections = state_->catalog.Newest(),
          .dropped = state_->catalog.dropped()};
}

StoreOptions const& CollectionStore::options() const noexcept {
  return state_->options;
}

StoreActivity CollectionStore::activity() const {
  return {.queued_changes = state_->queue.size(),
          .bytes_added = state_->catalog.bytes_added,
          .merging = state_->maintenance.merging(),
          .erasing = state_->maintenance.pending_erasure()};
}

std::shared_ptr<const WriteClock> CollectionStore::write_clock() const {
  return state_->write_clock;
}

void CollectionStore::Create(std::string_view name, CollectionSettings settings,
                             Completion<CollectionSummary> completion) {
  if (auto valid = CheckCollectionName(name); !valid) {
    return completion(valid.error());
  }
  if (auto valid = CheckSettings(settings); !valid) {
    return completion(valid.error());
  }
  state_->queue.Push(
      {std::string(name), CreateCollection{settings, std::move(completion)}});
}

void CollectionStore::Drop(std::string_view name, Completion<void> completion,
                           std::optional<Error> if_guarded) {
  state_->queue.Push(
      {std::string(name),
       DropCollection{std::move(completion), std::move(if_guarded)}});
}

// The parameters are checked here, in the caller's thread, so that the writing
// thread does not spend time on them.
void CollectionStore::Set(std::string_view name, SetCollection set) {
  if (set.theta && !IsValidTheta(*set.theta)) {
    return set.completion(
        InvalidParameter("theta", "theta must be in [0, 1]."));
  }
  if (set.guard && set.guard->text &&
      set.guard->text->size() > kMaxGuardBytes) {
    return set.completion(InvalidParameter(
        "exam", "A guard has at most " + std::to_string(kMaxGuardBytes >> 10) +
                    " KiB."));
  }
  state_->queue.Push({std::string(name), std::move(set)});
}

Result<std::unique_ptr<ReceivedPack>> CollectionStore::BeginPack(
    std::string_view collection) {
  if (auto valid = CheckCollectionName(collection); !valid) {
    return valid.error();
  }
  auto keys = ReadTrustedKeys(state_->options.pack_keys);
  if (!keys) return keys.error();
  // Each takes room on the disk and in the address space.
  const auto is_receiving = state_->is_receiving_pack;
  if (is_receiving->exchange(true)) {
    return Busy("Another pack is being received: try again when it is done.");
  }
  std::shared_ptr<void> turn(
      nullptr, [is_receiving](void*) { is_receiving->store(false); });
  Catalog& catalog = state_->catalog;
  return std::make_unique<ReceivedPack>(
      std::string(collection),
      state_->directory.StagingFolder(catalog.NextSegmentNumber()),
      *std::move(keys), state_->RoomToMap(collection),
      [&catalog] { return catalog.NextSegmentNumber(); }, std::move(turn));
}

void CollectionStore::Install(std::unique_ptr<ReceivedPack> pack,
                              PackForce force,
                              Completion<CollectionSummary> completion) {
  // The name is copied first, as the pack is moved in the same expression.
  std::string collection = pack->collection();
  state_->queue.Push(
      {std::move(collection),
       InstallPack{std::move(pack), force, std::move(completion)}});
}

void CollectionStore::RollBack(std::string_view name,
                               Completion<CollectionSummary> completion) {
  state_->queue.Push({std::string(name), RollBackPack{std::move(completion)}});
}

void CollectionStore::Detach(std::string_view name,
                             Completion<CollectionSummary> completion) {
  state_->queue.Push({std::string(name), DetachPack{std::move(completion)}});
}

Result<std::string> CollectionStore::SynonymsText(
    std::string_view collection, const Snapshot& snapshot) const {
  return ReadSynonymsText(state_->directory.CollectionFolder(collection),
                          snapshot.settings().synonyms->entry);
}

void CollectionStore::Repair(std::string_view name,
                             Completion<RepairSummary> completion) {
  state_->queue.Push(
      {std::string(name), RepairCollection{std::move(completion)}});
}

void CollectionStore::Link(LinkFiles step) {
  state_->queue.Push({{}, std::move(step)});
}

void CollectionStore::Write(std::string_view collection, WriteBeside step) {
  state_->queue.Push({std::string(collection), std::move(step)});
}

void CollectionStore::Compact(std::string_view collection, Progress progress,
                              Completion<CollectionSummary> completion) {
  state_->maintenance.Submit(
      std::string(collection),
      CompactCollection{std::move(progress), std::move(completion)});
}

void CollectionStore::Erase(std::string_view collection, Progress progress,
                            Completion<void> completion) {
  state_->maintenance.Submit(
      std::string(collection),
      EraseRemoved{std::move(progress), std::move(completion)});
}

void CollectionStore::Verify(std::string_view collection, Progress progress,
                             Completion<std::uint64_t> completion) {
  state_->maintenance.Submit(
      std::string(collection),
      VerifyCollection{std::move(progress), std::move(completion)});
}

}  // namespace answerbox::daemon
