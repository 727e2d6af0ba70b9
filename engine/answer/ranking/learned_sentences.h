// The choice of the sentence in profile default: candidates are ranked by
// boosted trees over their features, and by what their headings add of the
// question. The confidence in each of the best is the probability, calibrated
// on questions that people wrote, that the answer is there.
#pragma once

#include <span>

#include "engine/answer/evidence/answer_features.h"
#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/evidence/question_words.h"
#include "engine/answer/evidence/scored_sentence.h"
#include "engine/answer/model/answer_model.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// Told what was looked at, for training and for error analysis.
class RankingObserver {
 public:
  virtual void OnCandidate(
      const CandidateSentence& candidate,
      std::span<const std::int16_t, kSentenceFeatures> features) = 0;
  // The best sentence, once, after all candidates.
  virtual void OnBest(
      const CandidateSentence& candidate,
      std::span<const std::int16_t, kAnswerFeatures> features) = 0;

 protected:
  ~RankingObserver() = default;
};

// Of more candidates, those whose words cover less of the question and whose
// chunks score less are left out; but the most promising one of each chunk
// stays.
inline constexpr std::size_t kMaxJudgedSentences = 8;

// The sentences that may answer, with what speaks for each. Views into the
// arena and the question's terms.
struct LearnedCandidates {
  std::span<const AnsweringChunk> chunks;  // Best first.
  QuestionWords question;
  CandidateEvidence evidence;
};

// Those of `chunks`, which come best first. Precondition: the question has a
// term. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<LearnedCandidates> GatherLearnedCandidates(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::span<const ScoredChunk<A>> chunks,
    const AnswerModel& model, Arena& arena);

// The best `count` of the candidates: the best one, then the others, with
// a little more for those beside it; equal ones in document order. Of those
// that say the same (near_duplicates.h) the best one stands for all. Headings
// are not answers. Scores are the ranker's. Errors: kTruncated, kCorrupt.
// Throws std::bad_alloc past the arena.
//   chunks    those of the candidates; put in order of their score in retrieval
//             and of their best sentence together
//   observer  may be null; sees every candidate, also those left out
template <typename A>
[[nodiscard]] Result<std::span<ScoredSentence<A>>> RankLearnedSentences(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const LearnedCandidates& candidates, std::span<ScoredChunk<A>> chunks,
    std::size_t count, const AnswerModel& model, RankingObserver* observer,
    Arena& arena);

}  // namespace answerbox::engine
