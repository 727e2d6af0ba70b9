// Writes those sections of a merged segment that are more than copies of the
// inputs' records: the orders of names, the sentences, the attachments and the
// abbreviations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/merging/segment_merger.h"
#include "engine/index/merging/term_merge.h"
#include "engine/result.h"

namespace answerbox::engine {

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
