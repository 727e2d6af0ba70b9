// Chooses the sentence in profile default. Boosted trees rank the candidates by
// their features; words of the question in the headings above a candidate add
// to its score. The confidence in a sentence is the probability that it
// answers, calibrated on questions that people wrote.
#pragma once

#include <span>

#include "engine/answer/evidence/answer_features.h"
#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/evidence/question_words.h"
#include "engine/answer/model/answer_model.h"
#include "engine/answer/ranking/scored_sentence.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// Receives the candidates and their features, for training and error analysis.
class RankingObserver {
 public:
  virtual void OnCandidate(
      const CandidateSentence& candidate,
      std::span<const std::int16_t, kSentenceFeatures> features) = 0;
  // Called once, after all candidates, with the best sentence.
  virtual void OnBest(
      const CandidateSentence& candidate,
      std::span<const std::int16_t, kAnswerFeatures> features) = 0;

 protected:
  ~RankingObserver() = default;
};

// The most candidates that are ranked. If there are more, those that cover less
// of the question and whose chunks score less are left out, except the most
// promising candidate of each chunk.
inline constexpr std::size_t kMaxJudgedSentences = 8;

// The sentences that may answer, with the evidence for each. Views into the
// arena and the question's terms.
struct LearnedCandidates {
  std::span<const AnsweringChunk> chunks;  // Best first.
  QuestionWords question;
  CandidateEvidence evidence;
};

// The candidates in `chunks`, which are sorted best first. Precondition: the
// question has a term. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past
// the arena.
//   thesaurus  adds to all_related_similarities(); null: none. The ranking of
//              sentences does not use it
template <typename A>
[[nodiscard]] Result<LearnedCandidates> GatherLearnedCandidates(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::span<const ScoredChunk<A>> chunks,
    const AnswerModel& model, const Thesaurus* thesaurus, Arena& arena);

// How many sentences are wanted. Of these, `judged` get a confidence; the
// confidence of the others is 0.
struct SentencesWanted {
  SentencesWanted(std::size_t all) : SentencesWanted(all, all) {}
  SentencesWanted(std::size_t all, std::size_t with_confidence)
      : count(all), judged(with_confidence) {}

  std::size_t count;
  std::size_t judged;
};

// The best `wanted.count` candidates, best first; sentences next to the best
// one get a small bonus. Equal scores are in document order. Of candidates that
// say the same (near_duplicates.h) only the best is ranked; it lists the
// others' places. Headings are not answers. Scores are the ranker's. Errors:
// kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
//   chunks    of the candidates; sorted by retrieval score and best sentence
//             together
//   observer  may be null; receives every candidate, also those left out
template <typename A>
[[nodiscard]] Result<std::span<ScoredSentence<A>>> RankLearnedSentences(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const LearnedCandidates& candidates, std::span<ScoredChunk<A>> chunks,
    const SentencesWanted& wanted, const AnswerModel& model,
    RankingObserver* observer, Arena& arena);

}  // namespace answerbox::engine
