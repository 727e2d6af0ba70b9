// Finds ranked sentences that say the same as a better one.
#pragma once

#include <cstdint>
#include <span>

#include "engine/answer/evidence/answer_features.h"
#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/evidence/near_duplicates.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

class DistinctSentences {
 public:
  // The arguments outlive this object.
  //   ranked  best first
  DistinctSentences(std::span<const LiveSegment> segments,
                    std::span<const CandidateSentence> candidates,
                    std::span<const RankedCandidate> ranked, Arena& arena)
      : segments_(segments),
        candidates_(candidates),
        ranked_(ranked),
        arena_(arena) {}

  // For every ranked sentence: the place of the best sentence that says the
  // same, which is its own place if no better sentence does. Quadratic in the
  // number of sentences, which is small; reads the words only of sentences
  // whose digests agree.
  // Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
  [[nodiscard]] Result<std::span<const std::uint32_t>> FindLeaders();

 private:
  [[nodiscard]] Result<bool> AreSame(std::uint32_t i, std::uint32_t j);
  [[nodiscard]] Result<void> ReadWords(std::uint32_t place);
  [[nodiscard]] const CandidateSentence& Candidate(std::uint32_t place) const {
    return candidates_[ranked_[place].candidate];
  }

  std::span<const LiveSegment> segments_;
  std::span<const CandidateSentence> candidates_;
  std::span<const RankedCandidate> ranked_;
  Arena& arena_;
  std::span<WordSet> words_;  // By place in ranked_; empty: not read yet.
};

}  // namespace answerbox::engine
