#include "daemon/collections/changes/document_batch.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "daemon/collections/changes/document_source.h"
#include "daemon/collections/files/account_bytes.h"
#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
namespace {

using engine::DocumentNumber;

std::size_t DocumentMemory(std::size_t writer_memory_bytes) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  // The product must not wrap around on a machine of 32 bits.
  return std::min(writer_memory_bytes, kMost / kDocumentMemoryFactor) *
         kDocumentMemoryFactor;
}

Error TooMuchForASegment(const engine::Error& error,
                         std::size_t writer_memory_bytes) {
  if (error.field == std::string_view(engine::kBuilderMemoryField)) {
    const std::size_t most = DocumentMemory(writer_memory_bytes);
    return LimitError(
        "The document has too many different words or too many sentences for "
        "the " +
        std::to_string(most >> 20) +
        " MiB that indexing one document may take (" +
        std::to_string(kDocumentMemoryFactor) +
        " times writer_memory_bytes): split it into several, or raise the "
        "limit.");
  }
  return LimitError(std::string("The document is over the limit of ") +
                    error.field + ": split it into several.");
}

}  // namespace

struct DocumentBatch::OpenSegment {
  OpenSegment(std::unique_ptr<SegmentFile> segment_file,
              const CollectionSettings& settings, std::size_t max_memory_bytes)
      : file(std::move(segment_file)),
        builder(settings.profile, settings.chunking, *file, max_memory_bytes) {}

  struct Unfinished {
    DocumentNumber document;
    std::size_t pending;  // Index into `pending_`.
  };

  std::unique_ptr<SegmentFile> file;
  engine::SegmentBuilder builder;
  std::map<std::string, DocumentNumber, std::less<>> live;
  std::vector<DocumentNumber> removed;
  std::vector<Unfinished> unfinished;  // Sealing counts their chunks.
};

DocumentBatch::DocumentBatch(Collection& collection, std::string name,
                             BatchLimits limits)
    : collection_(collection),
      name_(std::move(name)),
      limits_(std::move(limits)),
      segments_(collection.snapshot()->segments()),
      documents_(collection.snapshot()->document_count()),
      mapped_bytes_(collection.snapshot()->totals().disk_bytes) {}

DocumentBatch::~DocumentBatch() = default;

std::uint64_t DocumentBatch::bytes_added() const noexcept {
  std::uint64_t bytes = 0;
  for (const auto& pending : pending_) {
    const auto* add = std::get_if<PendingAdd>(&pending);
    if (add != nullptr && add->result) bytes += add->result->bytes;
  }
  return bytes;
}

void DocumentBatch::Add(AddDocument change) {
  // After a storage failure, every further change of the batch fails with the
  // same error.
  auto result = failure_ ? *failure_ : Write(change);
  change.document.reset();  // Frees the spool.
  if (result) ++change_count_;
  pending_.push_back(
      PendingAdd{std::move(change.completion), std::move(result)});
  // The segment is sealed after a document, never before one, so that it has
  // one.
  if (open_ && open_->builder.memory_bytes() >= limits_.writer_memory_bytes) {
    // Seal keeps a failure in failure_, which Commit reports.
    static_cast<void>(Seal());
  }
}

void DocumentBatch::Remove(RemoveDocument change) {
  auto result = failure_ ? *failure_ : Erase(change.name);
  if (result) ++change_count_;
  pending_.push_back(PendingRemove{std::move(change.completion),
                                   std::move(result), std::move(change.name)});
}

Result<void> DocumentBatch::Erase(std::string_view name) {
  const auto removed = MarkRemoved(name);
  if (!removed) return removed.error();
  if (!*removed) return NoSuchDocument(name_, name);
  return {};
}

Result<DocumentSummary> DocumentBatch::Write(const AddDocument& change) {
  if (change.is_removed && *change.is_removed) return RemovedMeanwhile(name_);
  const std::string& name = change.document->name();
  const auto document = change.document->Read();
  if (!document) return document.error();
  const auto sha256 = CheckDocument(*document, change.sha256);
  if (!sha256) return sha256.error();
  if (auto room = CheckRoom(name); !room) return room.error();
  const auto pictures = ReadPictures(*change.document, document->text.size());
  if (!pictures) return pictures.error();
  const auto number = Append(name, *sha256, *document);
  if (!number) return number.error();
  // This finds the old document: the new one is not in `live` yet.
  const auto replaced = MarkRemoved(name);
  if (!replaced) {
    // The new document is in the segment already, and can only be marked as
    // removed there.
    open_->removed.push_back(*number);
    return replaced.error();
  }
  // Afterwards, as those of the old document are dropped with it.
  if (auto added = AddPictures(name, *pictures); !added) {
    return Fail(added.error());
  }
  // From now on a further change of the batch finds this document.
  open_->live.emplace(name, *number);
  open_->unfinished.push_back({*number, pending_.size()});
  ++documents_;
  std::optional<protocol::WordAccount> account;
  if (const auto total = TotalOf(*document)) account.emplace().total = *total;
  return DocumentSummary{
      .name = name,
      .collection = name_,
      .replaced = *replaced,
      .bytes = document->text.size(),
      .sha256 = *sha256,
      .pages = static_cast<std::uint32_t>(document->pages.size()),
      .blocks = static_cast<std::uint32_t>(document->blocks.size()),
      .pictures = pictures->pages,
      .account = std::move(account)};
}

Result<void> DocumentBatch::CheckRoom(std::string_view name) const {
  if (mapped_bytes_ >= limits_.max_mapped_bytes) return TooMuchToMap(name_);
  if (documents_ < limits_.max_documents) return {};
  // A replacement adds no document, so the limit does not apply.
  if (open_ && open_->live.contains(name)) return {};
  const auto previous = FindDocument(segments_, name);
  if (!previous) return previous.error();
  if (*previous) return {};
  return LimitError(
      "The daemon holds as many documents as it may (max_documents): remove "
      "some, or raise the limit.");
}

Result<DocumentBatch::Pictures> DocumentBatch::ReadPictures(
    DocumentSource& document, std::uint64_t text_bytes) const {
  const auto file = document.ReadPictures();
  if (!file) return file.error();
  const auto pages = CheckPictures(*file, text_bytes);
  if (!pages) return pages.error();
  auto room = CheckRoomForPictures(document.name(), file->size(), *pages);
  if (!room) return room.error();
  return Pictures{*file, *pages};
}

Result<void> DocumentBatch::CheckRoomForPictures(std::string_view name,
                                                 std::uint64_t bytes,
                                                 std::uint32_t pages) const {
  if (bytes == 0) return {};
  if (pages > limits_.max_page_pictures) {
    return LimitError("The document has pictures of " + std::to_string(pages) +
                      " pages, and may have " +
                      std::to_string(limits_.max_page_pictures) +
                      " (max_page_pictures): add it without --pages, or raise "
                      "the option.");
  }
  const PageFiles* const present = this->pages();
  const PagesEntry* const old = FindPages(present, name);
  const std::uint64_t others =
      BytesOf(present) - (old == nullptr ? 0 : old->file_bytes);
  if (bytes > limits_.max_page_bytes ||
      others > limits_.max_page_bytes - bytes) {
    return LimitError("The page pictures of collection " + Quoted(name_) +
                      " would have more than the " +
                      std::to_string(limits_.max_page_bytes >> 10) +
                      " KiB that they may (max_page_bytes): add the document "
                      "without --pages, remove others, or raise the option.");
  }
  if (old == nullptr && present != nullptr &&
      present->size() >= kMaxPicturedDocuments) {
    return LimitError("In collection " + Quoted(name_) + ", " +
                      std::to_string(kMaxPicturedDocuments) +
                      " documents have page pictures, which is the most: add "
                      "it without --pages, or to another collection.");
  }
  return {};
}

Result<void> DocumentBatch::AddPictures(std::string_view name,
                                        const Pictures& pictures) {
  if (pictures.pages == 0) return {};
  auto written = StorePages(collection_.folder(), limits_.next_segment_number(),
                            pictures.file, pictures.pages);
  if (!written) return written.error();
  ChangePages().insert_or_assign(engine::ComputeSha256(name),
                                 (*written)->entry());
  written_pages_.push_back(*std::move(written));
  return {};
}

const PageFiles* DocumentBatch::pages() const {
  return changed_pages_ ? changed_pages_.get()
                        : collection_.snapshot()->settings().pages.get();
}

PageFiles& DocumentBatch::ChangePages() {
  if (!changed_pages_) {
    const PageFiles* const present = pages();
    changed_pages_ = present == nullptr ? std::make_shared<PageFiles>()
                                        : std::make_shared<PageFiles>(*present);
  }
  return *changed_pages_;
}

Result<DocumentNumber> DocumentBatch::Append(
    const std::string& name, const engine::Sha256& sha256,
    const engine::DocumentText& document) {
  for (;;) {
    if (auto opened = Open(); !opened) return opened.error();
    const DocumentNumber number = open_->builder.document_count();
    const auto added = open_->builder.Add(name, sha256, document);
    if (added) return number;
    if (added.error().code == engine::ErrorCode::kSinkFailed) {
      return Fail(open_->file->error());
    }
    // The document is too large even when it is alone in its segment.
    if (number == 0) {
      open_.reset();  // Frees its tables.
      return TooMuchForASegment(added.error(), limits_.writer_memory_bytes);
    }
    // The segment is full of earlier documents. The document is tried once
    // more, in a segment of its own.
    if (auto sealed = Seal(); !sealed) return sealed.error();
  }
}

Result<bool> DocumentBatch::MarkRemoved(std::string_view name) {
  const auto removed = MarkRemovedText(name);
  // Pictures without a document show another edition. The next document of this
  // name must not get them.
  if (removed && FindPages(pages(), name) != nullptr) {
    ChangePages().erase(engine::ComputeSha256(name));
  }
  return removed;
}

Result<bool> DocumentBatch::MarkRemovedText(std::string_view name) {
  if (open_) {
    if (const auto found = open_->live.find(name); found != open_->live.end()) {
      open_->removed.push_back(found->second);
      open_->live.erase(found);
      --documents_;
      return true;
    }
  }
  const auto place = FindDocument(segments_, name);
  if (!place) return place.error();
  if (!*place) return false;
  Snapshot::Segment& segment = segments_[(*place)->segment];
  // The time of the first removal counts for the whole segment. All removals
  // are erased together, none of them later than promised.
  if (segment.removed.size() == 0) segment.removed_since = limits_.now;
  segment.removed.Insert((*place)->document);
  --documents_;
  return true;
}

Result<void> DocumentBatch::Open() {
  if (open_) return {};
  auto file =
      SegmentFile::Create(collection_.folder(), limits_.next_segment_number());
  if (!file) return Fail(file.error());
  open_ = std::make_unique<OpenSegment>(
      std::move(*file), collection_.snapshot()->settings(),
      DocumentMemory(limits_.writer_memory_bytes));
  return {};
}

Result<void> DocumentBatch::Seal() {
  const std::unique_ptr<OpenSegment> sealed = std::move(open_);
  // The segment may be empty if its only document was refused.
  if (sealed->builder.document_count() == 0) return {};
  if (!sealed->builder.Finish()) return Fail(sealed->file->error());
  auto stored = sealed->file->Finish();
  if (!stored) return Fail(stored.error());
  for (const auto [document, pending] : sealed->unfinished) {
    const auto record = (*stored)->reader.Document(document);
    if (!record) {
      return Fail(CorruptError((*stored)->file_name, record.error()));
    }
    auto& result = std::get<PendingAdd>(pending_[pending]).result;
    result->chunks = record->chunk_count;
    result->sentences = record->sentence_count;
  }
  // Questions do not need what was just written. This releases its pages,
  // unless the segment's pages are kept (SegmentWatch).
  (*stored)->file.Release();
  engine::DocumentSet removed((*stored)->reader.counts().documents);
  for (const DocumentNumber document : sealed->removed) {
    removed.Insert(document);
  }
  mapped_bytes_ += (*stored)->file.bytes().size();
  // The segment goes to the end, as documents are in the order of adding.
  segments_.push_back({std::move(*stored), std::move(removed), limits_.now});
  sealed_.push_back(std::move(sealed->file));
  return {};
}

Error DocumentBatch::Fail(Error error) {
  failure_ = std::move(error);
  open_.reset();
  // Everything that was written is dropped now, so that its memory and files
  // are free while the callers are told.
  segments_.clear();
  sealed_.clear();
  written_pages_.clear();
  return *failure_;
}

std::optional<Error> DocumentBatch::first_refusal() const {
  for (const auto& pending : pending_) {
    const std::optional<Error> refused = std::visit(
        [](const auto& change) {
          return change.result ? std::nullopt
                               : std::optional(change.result.error());
        },
        pending);
    if (refused) return refused;
  }
  return std::nullopt;
}

Result<void> DocumentBatch::Commit(std::size_t changes,
                                   const Examine& examine) {
  if (open_ && !failure_) static_cast<void>(Seal());
  if (failure_) return *failure_;
  // Destroying these at the end of the function removes the files of a batch
  // that was not committed.
  const std::vector<std::unique_ptr<SegmentFile>> files = std::move(sealed_);
  const std::vector<std::unique_ptr<WrittenPages>> pictures =
      std::move(written_pages_);
  // If all changes were refused, there is no new snapshot.
  if (change_count_ == 0) return {};
  const Snapshot& before = *collection_.snapshot();
  CollectionSettings settings = before.settings();
  if (changed_pages_) {
    settings.pages = changed_pages_->empty() ? nullptr : changed_pages_;
  }
  auto next = std::make_shared<const Snapshot>(before.number() + changes,
                                               settings, std::move(segments_));
  if (examine) {
    if (auto passed = examine(before, *next); !passed) return passed;
  }
  for (const auto& file : files) {
    // The snapshot leaves out a segment if the same batch has removed all of
    // its documents. Its file is then removed too.
    if (next->Has(file->number())) file->Keep();
  }
  for (const auto& written : pictures) {
    // A later change of the batch may have replaced them, too.
    if (HasPages(settings.pages.get(), written->entry().number)) {
      written->Keep();
    }
  }
  return collection_.Commit(std::move(next));
}

StagedSummary DocumentBatch::Summary() const {
  StagedSummary summary;
  summary.snapshot = collection_.snapshot()->number();
  for (const auto& pending : pending_) {
    if (const auto* add = std::get_if<PendingAdd>(&pending)) {
      summary.added.push_back(*add->result);
    } else {
      summary.removed.push_back(std::get<PendingRemove>(pending).name);
    }
  }
  return summary;
}

void DocumentBatch::Complete(const Result<void>& outcome) {
  for (auto& pending : pending_) {
    std::visit(
        [&](auto& change) {
          // A refused change keeps its own reason.
          if (change.result && !outcome) change.result = outcome.error();
          if (change.completion) change.completion(std::move(change.result));
        },
        pending);
  }
}

}  // namespace answerbox::daemon
