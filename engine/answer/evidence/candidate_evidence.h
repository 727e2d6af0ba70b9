// The candidates: the sentences of the retrieved chunks, each once, with what
// each has in common with the question. All features of ranking and refusing
// are computed from them. Candidates are in the order of documents
// (DocumentOrder), so that results do not depend on where documents are
// stored.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/evidence/sentence_digest.h"
#include "engine/answer/evidence/soft_matches.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// The most candidates; further sentences, of the lower-ranked chunks, are left
// out.
inline constexpr std::size_t kMaxCandidateSentences = 1024;

// A retrieved chunk, whose sentences are candidates.
struct AnsweringChunk {
  std::uint32_t segment = 0;
  ChunkNumber chunk = 0;
  std::int32_t score_q8 = 0;  // Retrieval score in 1/256.
  // Its rank by retrieval, from 0, and its score there, without the bonus of
  // its section. kNotRetrieved and 0 for a chunk that is only a neighbour of
  // one.
  std::uint32_t retrieved_rank = kNotRetrieved;
  std::int32_t retrieved_q8 = 0;

  static constexpr std::uint32_t kNotRetrieved = ~std::uint32_t{0};
};

struct CandidateSentence {
  std::uint32_t segment = 0;
  SentenceNumber sentence = 0;
  DocumentNumber document = 0;
  std::uint32_t document_place =
      0;  // Place of its document among the candidates' documents, by name.
  std::uint32_t chunk_rank =
      0;                  // Rank of the best chunk that holds it, from 0.
  std::uint32_t run = 0;  // Index into CandidateEvidence::runs().
  // The values of heading_similarities(), then those of
  // heading_related_similarities(). Null if no headings are above it.
  const Similarity* headings = nullptr;
  SentenceRecord record;
  SentenceDigest digest;
};

// A run: candidates that follow each other in one document without a gap,
// including headings. Half-open.
struct SentenceRun {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

class CandidateEvidence {
 public:
  // Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
  //   known  gathered before for the same question, from the same segments by
  //          the same sources of related words; what it has is not read again
  [[nodiscard]] static Result<CandidateEvidence> Gather(
      std::span<const LiveSegment> segments, const QuestionTerms& terms,
      const QuestionWords& words, const RelatedSources& related,
      const TermLookup& lookup, std::span<const AnsweringChunk> chunks,
      Arena& arena, const CandidateEvidence* known = nullptr);

  [[nodiscard]] std::span<const CandidateSentence> sentences() const noexcept {
    return sentences_;
  }
  [[nodiscard]] std::span<const SentenceRun> runs() const noexcept {
    return runs_;
  }
  // For each term of the question: the similarity of the sentence's closest
  // word.
  [[nodiscard]] std::span<const Similarity> similarities(
      std::size_t candidate) const noexcept {
    return similarities_.subspan(candidate * term_count_, term_count_);
  }
  // For each term: the similarity of the sentence's closest related word.
  [[nodiscard]] std::span<const Similarity> related_similarities(
      std::size_t candidate) const noexcept {
    return related_similarities_.subspan(candidate * term_count_, term_count_);
  }
  // The same with the words of the thesaurus.
  [[nodiscard]] std::span<const Similarity> all_related_similarities(
      std::size_t candidate) const noexcept {
    return all_related_similarities_.subspan(candidate * term_count_,
                                             term_count_);
  }
  // For each term: the similarity of the closest word in all headings above the
  // candidate.
  [[nodiscard]] std::span<const Similarity> heading_similarities(
      std::size_t candidate) const noexcept {
    const Similarity* const row = sentences_[candidate].headings;
    return row == nullptr ? no_headings_ : std::span(row, term_count_);
  }
  // The same for the closest related word in the headings. Words of the
  // thesaurus count.
  [[nodiscard]] std::span<const Similarity> heading_related_similarities(
      std::size_t candidate) const noexcept {
    const Similarity* const row = sentences_[candidate].headings;
    return row == nullptr ? no_headings_
                          : std::span(row + term_count_, term_count_);
  }
  [[nodiscard]] std::size_t term_count() const noexcept { return term_count_; }

  // The index of a sentence among the candidates, if it is one. Linear in the
  // runs.
  [[nodiscard]] std::optional<std::size_t> Find(
      std::uint32_t segment, SentenceNumber sentence) const noexcept;

 private:
  friend class EvidenceGatherer;

  std::span<CandidateSentence> sentences_;
  std::span<SentenceRun> runs_;
  std::span<Similarity> similarities_;          // [candidate][term]
  std::span<Similarity> related_similarities_;  // [candidate][term]
  // [candidate][term]; without a thesaurus, related_similarities_.
  std::span<Similarity> all_related_similarities_;
  std::span<const Similarity> no_headings_;  // [term], zeros.
  std::size_t term_count_ = 0;
  // By segment; nothing for one of which no sentence was read.
  std::span<std::optional<SoftMatches>> matches_;
};

}  // namespace answerbox::engine
