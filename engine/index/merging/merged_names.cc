#include <algorithm>
#include <vector>

#include "engine/index/format/name_filter.h"
#include "engine/index/merging/merged_sections.h"
#include "engine/index/merging/name_merge.h"

namespace answerbox::engine {
namespace {

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

Result<void> WriteMergedNames(std::span<const MergeInput> inputs,
                              std::uint32_t count, SegmentWriter& writer,
                              Scratch& scratch, ReadObserver* observer) {
  auto written = WriteOrder(inputs, count, writer, observer);
  if (!written) return written;
  return WriteFilter(inputs, count, writer, scratch, observer);
}

}  // namespace answerbox::engine
