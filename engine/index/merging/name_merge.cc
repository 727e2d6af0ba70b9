
#include <algorithm>
#include <tuple>

#include "engine/index/format/name_filter.h"
#include "engine/index/merging/merged_sections.h"

namespace answerbox::engine {
namespace {

bool HasGaps(const LiveSegment& input) {
  return input.removed != nullptr && input.removed->size() != 0;
}

std::vector<std::uint32_t> CountRemovedBefore(const LiveSegment& input) {
  std::vector<std::uint32_t> before;
  if (!HasGaps(input)) return before;
  const std::uint32_t documents = input.reader->counts().documents;
  before.reserve(documents / DocumentSet::kGroup + 1);
  std::uint32_t removed = 0;
  for (DocumentNumber document = 0; document < documents; ++document) {
    // A sum for each group of 64 documents. A document's new number then takes
    // one look here and one count of bits, and the table takes a sixty-fourth
    // of the memory of all numbers.
    if (document % DocumentSet::kGroup == 0) before.push_back(removed);
    removed += input.removed->Contains(document) ? 1 : 0;
  }
  return before;
}

// The observer is called after so many names. Names are read in random order;
// each may touch two pages, around each of which the kernel maps 64 KiB.
constexpr std::uint32_t kNamesAtOnce = 64;

Result<void> WriteOrder(std::span<const MergeInput> inputs, std::uint32_t count,
                        SegmentWriter& writer, ReadObserver* observer) {
  writer.Begin(Section::kDocumentsByName);
  std::vector<LiveSegment> live;
  for (const MergeInput& input : inputs) {
    // Only the reader and the removed documents are used of it.
    live.push_back({input.segment, input.removed});
  }
  NameMerge names(live);
  for (std::uint32_t written = 0;; ++written) {
    const auto document = names.Next();
    if (!document) return document.error();
    if (!*document) {
      if (written == count) return {};
      // Each order names every document once, so more documents are removed
      // than exist.
      return Error{ErrorCode::kInvalidArgument, "removed"};
    }
    if (auto done = writer.AppendNumber(**document); !done) return done;
    if (observer != nullptr && (written + 1) % kNamesAtOnce == 0) {
      observer->OnRead();
    }
  }
}

Result<void> WriteFilter(std::span<const MergeInput> inputs,
                         std::uint32_t count, SegmentWriter& writer,
                         Scratch& scratch, ReadObserver* observer) {
  writer.Begin(Section::kNameFilter);
  const auto filter = TakeArray<std::byte>(scratch, NameFilterBytes(count));
  if (!filter) return filter.error();
  std::fill(filter->begin(), filter->end(), std::byte{0});
  // The inputs' filters cannot be joined: they have other sizes, and hold
  // removed names.
  auto added = ForEachDocument(
      inputs, observer,
      [&](std::size_t, DocumentNumber, const DocumentRecord& record) {
        AddToNameFilter(*filter, record.name);
        return Result<void>();
      });
  if (!added) return added;
  return writer.Append(*filter);
}

}  // namespace

NameMerge::NameMerge(std::span<const LiveSegment> inputs) {
  cursors_.reserve(inputs.size());
  heap_.reserve(inputs.size());
  DocumentNumber first_number = 0;
  for (const LiveSegment& input : inputs) {
    cursors_.push_back({.input = input,
                        .first_number = first_number,
                        .removed_before = CountRemovedBefore(input),
                        .place = 0,
                        .document = 0,
                        .name = {}});
    // Documents of the result are numbered input by input, without gaps for
    // removed ones.
    first_number += input.reader->counts().documents;
    if (HasGaps(input)) first_number -= input.removed->size();
  }
}

std::size_t NameMerge::MemoryBytes(const LiveSegment& input) {
  const std::size_t groups =
      HasGaps(input)
          ? input.reader->counts().documents / DocumentSet::kGroup + 1
          : 0;
  return sizeof(Cursor) + sizeof(std::size_t) + groups * sizeof(std::uint32_t);
}

DocumentNumber NameMerge::NewNumber(const Cursor& cursor) {
  DocumentNumber before = cursor.document;
  if (!cursor.removed_before.empty()) {
    before -= cursor.removed_before[cursor.document / DocumentSet::kGroup] +
              cursor.input.removed->CountInGroupBefore(cursor.document);
  }
  return cursor.first_number + before;
}

// Checks that the order ascends: it can then not name a document twice.
Result<bool> NameMerge::Advance(Cursor& cursor) {
  const SegmentReader& reader = *cursor.input.reader;
  while (cursor.place < reader.counts().documents) {
    const auto document = reader.DocumentByName(cursor.place);
    if (!document) return document.error();
    const auto record = reader.Document(*document);
    if (!record) return record.error();
    // The views of names are into the mapping, so the last one is still valid.
    if (cursor.place > 0 && std::tie(record->name, *document) <=
                                std::tie(cursor.name, cursor.document)) {
      return Error{ErrorCode::kCorrupt, "documents_by_name",
                   reader.OffsetOfPlaceByName(cursor.place)};
    }
    ++cursor.place;
    cursor.name = record->name;
    cursor.document = *document;
    const DocumentSet* removed = cursor.input.removed;
    if (removed == nullptr || !removed->Contains(*document)) return true;
  }
  return false;
}

bool NameMerge::ComesAfter(std::size_t a, std::size_t b) const {
  // The heap of the standard library has the greatest first, so the order is
  // turned around.
  return std::tie(cursors_[a].name, a) > std::tie(cursors_[b].name, b);
}

Result<void> NameMerge::PushNext(std::size_t input) {
  const auto moved = Advance(cursors_[input]);
  if (!moved) return moved.error();
  if (!*moved) return {};
  heap_.push_back(input);
  std::push_heap(heap_.begin(), heap_.end(),
                 [this](auto a, auto b) { return ComesAfter(a, b); });
  return {};
}

Result<std::optional<DocumentNumber>> NameMerge::Next() {
  if (!begun_) {
    begun_ = true;
    for (std::size_t i = 0; i < cursors_.size(); ++i) {
      if (auto pushed = PushNext(i); !pushed) return pushed.error();
    }
  }
  if (heap_.empty()) return std::optional<DocumentNumber>();
  std::pop_heap(heap_.begin(), heap_.end(),
                [this](auto a, auto b) { return ComesAfter(a, b); });
  const std::size_t input = heap_.back();
  heap_.pop_back();
  const DocumentNumber number = NewNumber(cursors_[input]);
  if (auto pushed = PushNext(input); !pushed) return pushed.error();
  return std::optional(number);
}

Result<void> WriteMergedNames(std::span<const MergeInput> inputs,
                              std::uint32_t count, SegmentWriter& writer,
                              Scratch& scratch, ReadObserver* observer) {
  auto written = WriteOrder(inputs, count, writer, observer);
  if (!written) return written;
  return WriteFilter(inputs, count, writer, scratch, observer);
}

}  // namespace answerbox::engine
