// Looks the terms, phrases and concepts of a question up in all segments.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/postings/posting_list.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/arithmetic.h"
#include "engine/numeric/fixed_point.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

// The chunks that hold all terms of a phrase, as posting lists: retrieval reads
// them like a term's own lists. How far apart the terms are in a chunk does not
// matter here; in sentences it does (QuestionSynonym).

// A phrase whose rarest term is in more live chunks is not retrieved. It bounds
// the work, and the memory of the lists: some 3 bytes for each chunk, 10 while
// a list is made.
inline constexpr std::uint64_t kMaxPhraseChunks = 8192;

struct PhrasePostings {
  std::span<const std::optional<PostingList>> lists;  // [segment]
  // Number of live chunks with all terms; 0 also past kMaxPhraseChunks.
  std::uint64_t chunk_frequency = 0;
};

// A phrase occurs in a chunk as often as its rarest term there. Linear in the
// postings of the phrase's rarest term in each segment, with a search in the
// other lists for each. Errors: kTruncated, kCorrupt. Throws std::bad_alloc
// past the arena.
//   terms  1 to kMaxSynonymTerms
[[nodiscard]] Result<PhrasePostings> FindPhrase(
    std::span<const LiveSegment> segments,
    std::span<const std::string_view> terms, Arena& arena);

// How the terms that retrieval looks for belong together. A concept is a word
// of the question, or a phrase of it, with other words that a document may have
// in its place. Other words do not add to a score as words of the question do:
// a chunk is about the concept as much as the better of both says.

// The most terms that retrieval looks for: those of the question, synonyms, and
// other words of concepts.
inline constexpr std::size_t kMaxRetrievedTerms = 192;
static_assert(kMaxRetrievedTerms > 2 * kMaxQuestionTerms);

struct OtherTerm {
  std::uint8_t term = 0;  // In the lookup.
  Q16 share;              // Of a term's weight, in [0, 1].
};

struct TermConcept {
  std::span<const std::uint8_t> own;  // Terms in the lookup; their scores add.
  std::span<const OtherTerm> others;  // The best one counts.
};

// The score of a chunk for a concept. Grows with both parameters.
//   own    by the concept's own terms, in [0, 2^13)
//   other  by the best of its other terms, in the same range
template <typename A>
[[nodiscard]] constexpr typename A::Score JoinScores(
    typename A::Score own, typename A::Score other) noexcept {
  // A fifth of the lesser one: a chunk that has both is a little surer.
  if constexpr (A::kArithmetic == Arithmetic::kFixed) {
    // In numbers, so that the compiler joins several at once.
    const std::int32_t lesser = std::min(own.raw(), other.raw());
    return Q16::FromRaw(own.raw() + other.raw() - lesser + (lesser * 13 >> 6));
  } else {
    return std::max(own, other) + std::min(own, other) * 13 / 64;
  }
}

// The number of postings, from the cursor on, whose chunks are in `ranges`,
// such as those of removed documents. Skips postings between ranges and ranges
// between postings, so each is read at most once. Errors: kTruncated, kCorrupt.
//   ranges  ascending, with a gap between any two
//   cursor  stands before the first posting; is moved
[[nodiscard]] Result<std::uint64_t> CountPostingsWithin(
    std::span<const ChunkRange> ranges, PostingCursor& cursor) noexcept;

// The number of the segment's live chunks that hold the term. Linear in the
// runs of removed documents or in the term's postings, whichever are fewer.
// Errors: kTruncated, kCorrupt.
//   cursor  is moved; may be null if no document was removed
[[nodiscard]] Result<std::uint64_t> LiveChunkFrequency(
    const LiveSegment& segment, const TermEntry& entry, PostingCursor* cursor);

// Dictionary entries of a question's terms in every segment, and counts over
// all segments, from which weights are computed. Counts are over live documents
// only, so a merge, which drops removed documents, does not change them.
class TermLookup {
 public:
  // In segments with removed documents: linear in the runs of removed documents
  // or in the term's postings, whichever are fewer; decodes about one block per
  // run. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
  [[nodiscard]] static Result<TermLookup> Find(
      std::span<const LiveSegment> segments, const QuestionTerms& terms,
      Arena& arena);

  // Adds a phrase as a further term, which has no entries. Call at most
  // kMaxQuestionTerms times. Errors: kTruncated, kCorrupt. Throws
  // std::bad_alloc past the arena.
  //   segments, arena  those of Find()
  //   terms            1 to kMaxSynonymTerms; outlive this object
  [[nodiscard]] Result<void> AddPhrase(std::span<const LiveSegment> segments,
                                       std::span<const std::string_view> terms,
                                       Arena& arena);

  // Adds the terms of another lookup after these, phrases or not. Call it once,
  // after AddPhrase().
  //   more  of the same segments; outlives this object and its copies
  void Append(TermLookup& more) noexcept { more_ = &more; }

  // Nothing for a phrase.
  [[nodiscard]] const std::optional<TermEntry>& entry(
      std::size_t segment, std::size_t term) const noexcept {
    static constexpr std::optional<TermEntry> kNone;
    if (term >= own_count()) return more_->entry(segment, term - own_count());
    if (term >= word_count_) return kNone;
    return entries_[segment * word_count_ + term];
  }
  // The chunks of a segment that hold all terms of a phrase; null if none does,
  // if the phrase was left out, and for a term.
  [[nodiscard]] const PostingList* phrase_list(
      std::size_t segment, std::size_t term) const noexcept {
    if (term >= own_count()) {
      return more_->phrase_list(segment, term - own_count());
    }
    if (term < word_count_) return nullptr;
    const auto lists = phrases_[term - word_count_].lists;
    return lists.empty() || !lists[segment] ? nullptr : &*lists[segment];
  }
  // The terms of a phrase; empty for a term.
  [[nodiscard]] std::span<const std::string_view> phrase(
      std::size_t term) const noexcept {
    if (term >= own_count()) return more_->phrase(term - own_count());
    return term < word_count_ ? std::span<const std::string_view>()
                              : phrases_[term - word_count_].terms;
  }
  // Retrieval does without the term from here on; its counts stay.
  void LeaveOut(std::size_t term) noexcept {
    if (term >= own_count()) return more_->LeaveOut(term - own_count());
    if (term >= word_count_) {
      phrases_[term - word_count_].lists = {};
      return;
    }
    for (std::size_t at = term; at < entries_.size(); at += word_count_) {
      entries_[at].reset();
    }
  }
  // Number of chunks that hold the term; 0: no document has it.
  [[nodiscard]] std::uint64_t chunk_frequency(std::size_t term) const noexcept {
    return term < own_count() ? chunk_frequencies_[term]
                              : more_->chunk_frequency(term - own_count());
  }
  // Counts further chunks as chunks that hold the term: those of a synonym.
  void AddChunks(std::size_t term, std::uint64_t chunks) noexcept {
    chunk_frequencies_[term] =
        std::min(chunks_, chunk_frequencies_[term] + chunks);
  }
  // The frequencies that retrieval weighs the term by: as much as terms that
  // are so frequent weigh together.
  [[nodiscard]] std::span<const std::uint64_t> weighed_frequencies(
      std::size_t term) const noexcept {
    if (term >= own_count()) {
      return more_->weighed_frequencies(term - own_count());
    }
    return weighed_.empty() ? std::span<const std::uint64_t>(chunk_frequencies_)
                                  .subspan(term, 1)
                            : weighed_[term];
  }
  // Weighs terms by other frequencies than their own.
  //   frequencies  [term], none above chunks(); empty: their own. Outlives
  //                this object and its copies
  void WeighBy(
      std::span<const std::span<const std::uint64_t>> frequencies) noexcept {
    weighed_ = frequencies;
  }
  // What retrieval multiplies the term's inverse document frequency by.
  [[nodiscard]] Q16 scale(std::size_t term) const noexcept {
    if (term >= own_count()) return more_->scale(term - own_count());
    return scales_.empty() ? Q16::FromInteger(1) : scales_[term];
  }
  // Weighs some terms more than others.
  //   scales  [term], 0 to 128; empty: 1 each. Outlives this object and its
  //           copies
  void ScaleBy(std::span<const Q16> scales) noexcept { scales_ = scales; }
  // Says which terms stand for the same. Terms that no concept has are not
  // looked for. Empty: each term is a concept.
  //   concepts  outlive this object and its copies
  void GroupBy(std::span<const TermConcept> concepts) noexcept {
    concepts_ = concepts;
  }
  [[nodiscard]] std::span<const TermConcept> concepts() const noexcept {
    return concepts_;
  }
  [[nodiscard]] std::size_t phrases() const noexcept {
    return phrases_.size() + (more_ == nullptr ? 0 : more_->phrases());
  }
  // Number of terms, phrases included.
  [[nodiscard]] std::size_t term_count() const noexcept {
    return own_count() + (more_ == nullptr ? 0 : more_->term_count());
  }
  [[nodiscard]] std::uint64_t chunks() const noexcept { return chunks_; }
  // Number of terms in all chunks, with repetitions.
  [[nodiscard]] std::uint64_t chunk_terms() const noexcept {
    return chunk_terms_;
  }

 private:
  [[nodiscard]] Result<void> LookUp(const LiveSegment& segment,
                                    std::size_t segment_index,
                                    const QuestionTerms& terms,
                                    PostingCursor* cursor);

  // Without those of more_.
  [[nodiscard]] std::size_t own_count() const noexcept {
    return chunk_frequencies_.size();
  }

  struct Phrase {
    std::span<const std::string_view> terms;
    std::span<const std::optional<PostingList>> lists;  // [segment]
  };

  std::span<std::optional<TermEntry>> entries_;  // [segment][word]
  std::span<Phrase> phrases_;                    // Come after the words.
  std::span<std::uint64_t> chunk_frequencies_;   // [term]
  // [term]; empty: their own frequencies.
  std::span<const std::span<const std::uint64_t>> weighed_;
  std::span<const Q16> scales_;  // [term]; empty: 1 each
  std::span<const TermConcept> concepts_;
  TermLookup* more_ = nullptr;  // Its terms come after these.
  std::size_t word_count_ = 0;  // Terms that are no phrases.
  std::uint64_t chunks_ = 0;
  std::uint64_t chunk_terms_ = 0;
};

}  // namespace answerbox::engine
