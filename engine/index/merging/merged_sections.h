// Writes those sections of a merged segment that are more than copies of the
// inputs' records: the orders of names, the sentences, the attachments and the
// abbreviations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/merging/segment_merger.h"
#include "engine/index/merging/term_merge.h"
#include "engine/index/reading/live_segment.h"
#include "engine/result.h"

namespace answerbox::engine {

// The documents of a merged segment in the order of their names: a k-way merge
// of the inputs' orders.
class NameMerge {
 public:
  // The result's documents are numbered in the order of `inputs`. `inputs` need
  // not outlive the merge; what they point to must. Allocates MemoryBytes() per
  // input.
  explicit NameMerge(std::span<const LiveSegment> inputs);

  // The new number of the next document by name; nothing past the last. Errors:
  // kTruncated; kCorrupt, also if an input's names do not ascend.
  [[nodiscard]] Result<std::optional<DocumentNumber>> Next();

  [[nodiscard]] static std::size_t MemoryBytes(const LiveSegment& input);

 private:
  // Stands on a document that was not removed, or at the end.
  struct Cursor {
    LiveSegment input;
    DocumentNumber first_number =
        0;  // New number of the input's first document.
    // Removed documents before each group of DocumentSet; empty: none.
    std::vector<std::uint32_t> removed_before;
    std::uint32_t place = 0;  // Of the next document, in the order of names.
    DocumentNumber document = 0;
    std::string_view name;
  };

  [[nodiscard]] static DocumentNumber NewNumber(const Cursor& cursor);
  [[nodiscard]] static Result<bool> Advance(Cursor& cursor);
  // Orders cursors by name; with equal names, the earlier input comes first.
  [[nodiscard]] bool ComesAfter(std::size_t a, std::size_t b) const;
  [[nodiscard]] Result<void> PushNext(std::size_t input);

  std::vector<Cursor> cursors_;
  std::vector<std::size_t> heap_;  // Cursors that stand on a document.
  bool begun_ = false;
};

// Writes the sections kDocumentsByName and kNameFilter.
//   count     number of documents of the result
//   observer  as in MergeSupport
// Errors: kTruncated, kCorrupt; kSinkFailed.
[[nodiscard]] Result<void> WriteMergedNames(std::span<const MergeInput> inputs,
                                            std::uint32_t count,
                                            SegmentWriter& writer,
                                            Scratch& scratch,
                                            ReadObserver* observer);

// Writes the sections kSentenceTerms and kSentences: the sentences with their
// terms renumbered, and the marks of their words.
//   terms        all terms were walked; its inputs are those of the merge
//   count        number of sentences of the result
//   frequencies  set to the occurrences of each term, by its new number
// Errors: kTruncated, kCorrupt; kLimitExceeded; kSinkFailed.
[[nodiscard]] Result<void> WriteMergedSentences(
    std::span<const MergeInput> inputs, const TermMerge& terms,
    std::uint32_t count, std::span<std::uint32_t> frequencies,
    SegmentWriter& writer, Scratch& scratch);

// Calls visit(new document number, attachment) for each attachment of a
// document that was not removed, in order. Stops at the first error.
//   observer  as in MergeSupport
// Errors: kTruncated, kCorrupt.
using VisitAttachment =
    std::function<Result<void>(DocumentNumber, const Attachment&)>;
[[nodiscard]] Result<void> ForEachAttachment(std::span<const MergeInput> inputs,
                                             ReadObserver* observer,
                                             const VisitAttachment& visit);

// Writes the sections kAttachments and kAttachmentBytes. Errors: as above, and
// kSinkFailed.
[[nodiscard]] Result<void> WriteMergedAttachments(
    std::span<const MergeInput> inputs, SegmentWriter& writer,
    ReadObserver* observer);

// Writes the section kAbbreviations of a segment of profile default: finds the
// abbreviations anew in the text of the documents that remain.
//   observer  as in MergeSupport
// Errors: kTruncated, kCorrupt; kLimitExceeded; kSinkFailed.
[[nodiscard]] Result<void> WriteMergedAbbreviations(
    std::span<const MergeInput> inputs, SegmentWriter& writer, Scratch& scratch,
    ReadObserver* observer);

// Scratch memory for that in bytes. An estimate for an input that has no such
// section.
[[nodiscard]] std::uint64_t AbbreviationScratchBytes(
    const SegmentReader& input) noexcept;

// The observer is called after so many documents, because the caller may write
// nothing meanwhile. A document takes 60 bytes and those of its name.
inline constexpr DocumentNumber kDocumentsAtOnce = 4096;

// Walks the documents that were not removed, in order: calls visit(input
// number, document number, record) for each. Stops at the first error.
//   observer  as in MergeSupport
template <typename Visit>
[[nodiscard]] Result<void> ForEachDocument(std::span<const MergeInput> inputs,
                                           ReadObserver* observer,
                                           const Visit& visit) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto& [segment, removed] = inputs[i];
    for (DocumentNumber d = 0; d < segment->counts().documents; ++d) {
      if (observer != nullptr && (d + 1) % kDocumentsAtOnce == 0) {
        observer->OnRead();
      }
      if (removed != nullptr && removed->Contains(d)) continue;
      const auto record = segment->Document(d);
      if (!record) return record.error();
      if (Result<void> visited = visit(i, d, *record); !visited) return visited;
    }
  }
  return {};
}

}  // namespace answerbox::engine
