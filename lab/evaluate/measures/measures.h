// Measures over the outcomes of all questions. Rates are fractions in [0, 1].
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "lab/evaluate/question_outcome.h"

namespace answerbox::lab {

struct LatencySummary {
  double mean_us = 0.0;
  double p50_us = 0.0;
  double p95_us = 0.0;
};

struct Measures {
  double theta = 0.0;  // Questions below it count as refused.
  std::size_t questions = 0;
  std::size_t answerable = 0;
  // Share of the answerable questions whose first sentence (one of the first
  // two, three) holds a gold answer. A refused question holds none.
  double containment = 0.0;
  double containment_at_2 = 0.0;
  double containment_at_3 = 0.0;
  std::array<double, 2> containment_ci95{};  // Bootstrap over articles.
  double token_f1 = 0.0;
  double exact_match = 0.0;
  double answer_rate = 0.0;  // Share of all questions that are answered.
  double precision = 0.0;    // Share of the answers that hold a gold answer.
  double refusal = 0.0;      // Share of the unanswerable that are refused.
  // Probability that an answerable question has more confidence than an
  // unanswerable one. Ties count half. Nothing without both kinds.
  std::optional<double> answerability_auroc;
  // Expected calibration error over ten bins of equal width (Guo et al. 2017,
  // equation 3): how far confidence is from the share of right answers. The
  // best sentence of an unanswerable question counts as wrong.
  double calibration_error = 0.0;
  // Refusal of the unanswerable at the threshold that keeps the given
  // containment. Nothing where that containment is not reached.
  struct RefusalPoint {
    const char* containment;
    std::optional<double> refusal;
  };
  std::array<RefusalPoint, 4> refusal_at_containment{};
  double words_returned_mean = 0.0;
  struct Recall {
    double at_1 = 0.0;
    double at_5 = 0.0;
    double at_10 = 0.0;
  };
  std::optional<Recall> recall;                 // For one collection only.
  std::optional<LatencySummary> index_and_ask;  // For own paragraphs only.
  LatencySummary ask;
};

//   theta  questions below this confidence count as refused
[[nodiscard]] Measures Measure(std::span<const QuestionOutcome> outcomes,
                               EvaluationScope scope, double theta);

}  // namespace answerbox::lab
