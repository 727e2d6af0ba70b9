// Measures of a ranking in which a document is relevant or is not: it is from a
// given grade on. R is the number of relevant documents that were judged.
//
// Definitions: Buckley and Voorhees, "Retrieval System Evaluation" (in TREC,
// MIT Press 2005), and where another source is named. Where a definition leaves
// a case open, it is closed as trec_eval 10.0 does, so that figures can be
// compared. A quotient by 0 counts as 0.
#pragma once

#include <cstddef>
#include <vector>

#include "lab/evaluate/measures/judged_ranking.h"

namespace answerbox::lab {

class RelevantRanks {
 public:
  // `ranking` outlives this object.
  //   level  the lowest grade that is relevant, from 1
  RelevantRanks(const JudgedRanking& ranking, RelevanceGrade level);

  [[nodiscard]] std::size_t retrieved() const noexcept {
    return ranking_->grades.size();
  }
  [[nodiscard]] std::size_t relevant() const noexcept { return relevant_; }
  [[nodiscard]] std::size_t relevant_retrieved() const noexcept {
    return ranks_.size();
  }
  // Retrieved, judged, and below the level.
  [[nodiscard]] std::size_t nonrelevant_retrieved() const noexcept;

  // Number of relevant documents among the first `count`.
  [[nodiscard]] std::size_t Within(std::size_t count) const noexcept;
  // Within(count) / count, / R, and / the lesser of both.
  [[nodiscard]] double PrecisionAt(std::size_t count) const noexcept;
  [[nodiscard]] double RecallAt(std::size_t count) const noexcept;
  [[nodiscard]] double RelativePrecisionAt(std::size_t count) const noexcept;
  // Whether a relevant document is among the first `count`: 1 or 0.
  [[nodiscard]] double SuccessAt(std::size_t count) const noexcept;
  // The share of the first `count` places that holds a document without a
  // judgement.
  [[nodiscard]] double UnjudgedAt(std::size_t count) const noexcept;

  // The mean over all relevant documents of the precision at their ranks, 0
  // for those that are not among the first `count`.
  [[nodiscard]] double AveragePrecision(std::size_t count) const noexcept;
  [[nodiscard]] double ReciprocalRank() const noexcept;
  // The highest precision at any rank from which on a recall is reached: that
  // of the relevant document number round(recall * R).
  [[nodiscard]] double InterpolatedPrecision(double recall) const noexcept;
  // Precision at the rank floor(multiple * R + 0.9).
  [[nodiscard]] double PrecisionAtMultiple(double multiple) const noexcept;

  // The share of pairs of a relevant and one of the first R judged
  // non-relevant documents that are in the right order (Buckley and Voorhees,
  // SIGIR 2004).
  [[nodiscard]] double BinaryPreference() const noexcept;
  // Average precision where only a sample of the pool is judged (Yilmaz and
  // Aslam, CIKM 2006, equation 2).
  [[nodiscard]] double InferredAveragePrecision() const noexcept;
  // The mean over the relevant documents of 1 / log2(2 + the number of other
  // documents before it).
  [[nodiscard]] double BinaryGain() const noexcept;

  // These five take the retrieved documents as a set.
  [[nodiscard]] double SetPrecision() const noexcept;
  [[nodiscard]] double SetRelativePrecision() const noexcept;
  [[nodiscard]] double SetRecall() const noexcept;
  [[nodiscard]] double SetAveragePrecision() const noexcept;
  [[nodiscard]] double SetF() const noexcept;
  // Relevant documents less others.
  [[nodiscard]] double Utility() const noexcept;

 private:
  const JudgedRanking* ranking_;
  RelevanceGrade level_;
  std::size_t relevant_;
  std::vector<std::size_t> ranks_;  // Of relevant documents, from 1, ascending.
};

}  // namespace answerbox::lab
