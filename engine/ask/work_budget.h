// Bounds the work of a question by counting, not by time, so that a bounded
// question gets the same reply on every machine.
//
// A unit of work is a posting that retrieval may read (for each word of the
// question, and each related word, the chunks of live documents that hold it)
// or a sentence of a retrieved chunk, which may be weighed. Neither depends on
// the segments that hold the documents.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/index/reading/live_segment.h"
#include "engine/result.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

class WorkBudget {
 public:
  // Without `max_work`, nothing is counted and the functions below do nothing.
  explicit WorkBudget(std::optional<std::uint64_t> max_work) noexcept
      : max_work_(max_work) {}

  // Counts the postings of all terms. If they are more than there may be, keeps
  // the rarest terms that fit, the first of equally rare ones, and leaves the
  // others out of `lookup`. Call it first. At most kMaxRetrievedTerms
  // squared steps.
  void TakePostings(TermLookup& lookup) noexcept;

  // Counts the sentences of the chunks, those in two chunks twice. Errors:
  // kTruncated, kCorrupt.
  template <typename A>
  [[nodiscard]] Result<void> TakeSentences(
      std::span<const LiveSegment> segments,
      std::span<const ScoredChunk<A>> chunks) noexcept {
    if (!max_work_) return {};
    for (const ScoredChunk<A>& chunk : chunks) {
      const auto sentences =
          segments[chunk.segment].reader->SentencesOfChunk(chunk.chunk);
      if (!sentences) return sentences.error();
      work_ += sentences->count;
    }
    return {};
  }

  [[nodiscard]] bool is_exceeded() const noexcept {
    return max_work_ && work_ > *max_work_;
  }
  // The work of the question so far, with what was left out for it. Nothing
  // where it is not counted.
  [[nodiscard]] std::optional<std::uint64_t> work() const noexcept {
    if (!max_work_) return std::nullopt;
    return work_;
  }

 private:
  std::optional<std::uint64_t> max_work_;
  std::uint64_t work_ = 0;
};

}  // namespace answerbox::engine
