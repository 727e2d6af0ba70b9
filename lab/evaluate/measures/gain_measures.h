// Measures in which a document gains its grade; a document without a judgement
// gains 0. The discounted cumulative gain (DCG) of a ranking is the sum of
// gain / log2(1 + rank), and the ideal ranking has all judged documents with a
// gain, the highest first (Järvelin and Kekäläinen, ACM TOIS 20, 2002).
//
// Which grades are relevant has no effect here. Open cases are closed as
// trec_eval 10.0 does. A quotient by 0 counts as 0.
#pragma once

#include <cstddef>
#include <vector>

#include "lab/evaluate/measures/judged_ranking.h"

namespace answerbox::lab {

class GainMeasures {
 public:
  // `ranking` outlives this object.
  explicit GainMeasures(const JudgedRanking& ranking);

  // DCG of the whole ranking / that of the whole ideal one.
  [[nodiscard]] double Ndcg() const noexcept;
  // The same for the first `count` documents of both.
  [[nodiscard]] double NdcgAt(std::size_t count) const noexcept;
  // The mean over all documents with a gain of the quotient at their rank; of
  // those that were not retrieved, Ndcg().
  [[nodiscard]] double NdcgAtRelevant() const noexcept;
  // The mean of the quotients at the ranks where the ideal ranking's gain
  // falls, and at the end.
  [[nodiscard]] double NdcgAtGainLevels() const noexcept;
  // Normalised gain (Buckley 2008): each gain / log2(2 + what the ideal ranking
  // gained up to here and this one did not), / the ideal ranking's gain. A rank
  // of the ideal ranking counts at least 1.
  [[nodiscard]] double NormalisedGain() const noexcept;

  // Rank-biased precision with p = 0.9 (Moffat and Zobel, ACM TOIS 27, 2008):
  // (1 - p) times the sum of gain * p^(rank - 1), with gains up to 1.
  [[nodiscard]] double RankBiasedPrecision() const noexcept;
  // What it could gain more if all documents without a judgement, and those
  // that were not retrieved, had the gain 1; 0 if all retrieved documents were
  // judged.
  [[nodiscard]] double RankBiasedResidual() const noexcept;

 private:
  [[nodiscard]] double Gain(std::size_t place) const noexcept;
  // Up to the first `count`, which may be more than there are.
  [[nodiscard]] double Dcg(std::size_t count) const noexcept;
  [[nodiscard]] double IdealDcg(std::size_t count) const noexcept;

  const JudgedRanking* ranking_;
  std::vector<RelevanceGrade> ideal_;
  std::vector<double> dcg_;        // By count - 1.
  std::vector<double> ideal_dcg_;  // By count - 1.
};

}  // namespace answerbox::lab
