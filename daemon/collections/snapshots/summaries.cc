#include "daemon/collections/snapshots/summaries.h"

#include <algorithm>
#include <utility>

#include "daemon/collections/files/account_bytes.h"
#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/page_files.h"

namespace answerbox::daemon {
namespace {

// Visits the live documents of one segment in the order of names.
class NameCursor {
 public:
  NameCursor(const Snapshot::Segment& segment, std::uint32_t start)
      : segment_(&segment), position_(start) {}

  // Moves to the first live document from here on. Returns false when there is
  // none.
  Result<bool> Settle() {
    const StoredSegment& stored = *segment_->stored;
    for (; position_ < stored.reader.counts().documents; ++position_) {
      const auto found = ReadByName(stored, position_);
      if (!found) return found.error();
      if (segment_->removed.Contains(found->document)) continue;
      current_ = *found;
      return true;
    }
    return false;
  }

  void Advance() { ++position_; }

  [[nodiscard]] std::string_view name() const { return current_.name; }
  [[nodiscard]] engine::DocumentNumber document() const {
    return current_.document;
  }
  [[nodiscard]] const StoredSegment& stored() const {
    return *segment_->stored;
  }

 private:
  const Snapshot::Segment* segment_;
  std::uint32_t position_;
  NamedDocument current_;
};

// Orders a heap that has the lowest name on top.
bool Later(const NameCursor& left, const NameCursor& right) {
  // The standard heaps have the greatest element on top.
  return left.name() > right.name();
}

Result<std::vector<NameCursor>> CursorsAfter(const Snapshot& snapshot,
                                             std::string_view after) {
  std::vector<NameCursor> cursors;
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    const auto start = LowerBoundByName(*segment.stored, after);
    if (!start) return start.error();
    NameCursor cursor(segment, *start);
    auto found = cursor.Settle();
    // Several segments may hold the name; only one of these documents is live.
    while (found && *found && cursor.name() == after) {
      cursor.Advance();
      found = cursor.Settle();
    }
    if (!found) return found.error();
    if (*found) cursors.push_back(cursor);
  }
  return cursors;
}

// Returns nothing where the document has no account, or one of a later program.
Result<std::optional<protocol::WordAccount>> ReadAccount(
    const StoredSegment& segment, engine::DocumentNumber document) {
  const auto found =
      segment.reader.FindAttachment(document, engine::kWordAccountKind);
  if (!found) return CorruptError(segment.file_name, found.error());
  if (!*found || (*found)->version != kWordAccountVersion) {
    return std::optional<protocol::WordAccount>();
  }
  auto account = DecodeAccount((*found)->bytes);
  if (!account) {
    return CorruptError(segment.file_name,
                        {engine::ErrorCode::kCorrupt, "word_account",
                         segment.reader.OffsetOfBytes((*found)->bytes)});
  }
  return account;
}

}  // namespace

Result<DocumentSummary> Summarize(std::string_view collection,
                                  const StoredSegment& segment,
                                  engine::DocumentNumber document) {
  const auto record = segment.reader.Document(document);
  if (!record) return CorruptError(segment.file_name, record.error());
  auto account = ReadAccount(segment, document);
  if (!account) return account.error();
  return DocumentSummary{.name = std::string(record->name),
                         .collection = std::string(collection),
                         .replaced = false,
                         .bytes = record->text_bytes,
                         .sha256 = record->sha256,
                         .chunks = record->chunk_count,
                         .sentences = record->sentence_count,
                         .pages = record->page_count,
                         .blocks = record->text_block_count,
                         .account = *std::move(account)};
}

CollectionSummary Summarize(std::string_view collection,
                            const Snapshot& snapshot) {
  const Snapshot::Totals& totals = snapshot.totals();
  const auto& before = snapshot.settings().before;
  const std::uint64_t page_bytes = BytesOf(snapshot.settings().pages.get());
  return {.name = std::string(collection),
          .settings = snapshot.settings(),
          .documents = totals.documents,
          .chunks = totals.chunks,
          .sentences = totals.sentences,
          .text_bytes = totals.text_bytes,
          .disk_bytes =
              totals.disk_bytes + (before ? before->bytes : 0) + page_bytes,
          .page_bytes = page_bytes,
          .segments = snapshot.segments().size(),
          .old_segments = static_cast<std::size_t>(
              std::ranges::count_if(snapshot.segments(),
                                    [](const Snapshot::Segment& segment) {
                                      return HasOldVersion(*segment.stored);
                                    })),
          .snapshot = snapshot.number()};
}

Result<std::optional<DocumentPlace>> FindDocument(
    std::span<const Snapshot::Segment> segments, std::string_view name) {
  // The newest segment comes first: most replaced or removed documents were
  // added recently.
  for (std::size_t at = segments.size(); at-- > 0;) {
    const auto found =
        FindLiveDocument(*segments[at].stored, segments[at].removed, name);
    if (!found) return found.error();
    if (*found) return std::optional(DocumentPlace{at, **found});
  }
  return std::optional<DocumentPlace>();
}

Result<DocumentPage> ListDocuments(std::string_view collection,
                                   const Snapshot& snapshot,
                                   std::string_view after, std::size_t limit) {
  auto cursors = CursorsAfter(snapshot, after);
  if (!cursors) return cursors.error();
  std::vector<NameCursor>& heap = *cursors;
  // The heap has one cursor per segment, so a page of a list costs its length,
  // whatever the size of the collection.
  std::make_heap(heap.begin(), heap.end(), Later);
  std::vector<DocumentSummary> documents;
  std::size_t pages = 0;
  while (!heap.empty() && documents.size() < limit && pages < kMaxListedPages) {
    std::pop_heap(heap.begin(), heap.end(), Later);
    NameCursor& lowest = heap.back();
    // Only listed documents are summarised, as that reads a record each.
    auto summary = Summarize(collection, lowest.stored(), lowest.document());
    if (!summary) return summary.error();
    if (summary->account) pages += summary->account->pages.size();
    if (const auto* entry =
            FindPages(snapshot.settings().pages.get(), summary->name)) {
      summary->pictures = entry->pages;
    }
    documents.push_back(std::move(*summary));
    lowest.Advance();
    const auto more = lowest.Settle();
    if (!more) return more.error();
    if (*more) {
      std::push_heap(heap.begin(), heap.end(), Later);
    } else {
      heap.pop_back();
    }
  }
  return DocumentPage{std::move(documents), !heap.empty()};
}

}  // namespace answerbox::daemon
