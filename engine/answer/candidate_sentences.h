// The sentences at hand: those of the retrieved chunks, each once, in document
// order, with the similarity of their words to each of the question's terms.
#pragma once

#include <cstdint>
#include <span>

#include "engine/answer/soft_matches.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"

namespace answerbox::engine {

// Further sentences, of the lower-ranked chunks, are not looked at.
inline constexpr std::size_t kMaxCandidateSentences = 1024;

struct CandidateSentence {
  std::uint32_t segment = 0;
  SentenceNumber sentence = 0;
  std::uint32_t chunk_rank = 0;  // Of the best chunk that holds it, from 0.
  bool is_heading = false;
};

class CandidateSentences {
 public:
  // Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
  template <typename A>
  [[nodiscard]] static Result<CandidateSentences> Gather(
      std::span<const LiveSegment> segments, const QuestionTerms& terms,
      const TermLookup& lookup, std::span<const ScoredChunk<A>> chunks,
      Arena& arena);

  [[nodiscard]] std::span<const CandidateSentence> sentences() const noexcept {
    return sentences_;
  }
  // Closest word of a sentence to each term of the question.
  [[nodiscard]] std::span<const Similarity> similarities(
      std::size_t candidate) const noexcept {
    return similarities_.subspan(candidate * term_count_, term_count_);
  }

 private:
  Result<void> Match(std::span<const LiveSegment> segments,
                     const QuestionTerms& terms, const TermLookup& lookup,
                     Arena& arena);

  std::span<CandidateSentence> sentences_;
  std::span<Similarity> similarities_;  // [candidate][term]
  std::size_t term_count_ = 0;
};

}  // namespace answerbox::engine
