#include "lab/evaluate/measures/threshold.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace answerbox::lab {
namespace {

// The questions that are answered at theta 0, the surest first.
std::vector<const QuestionOutcome*> BySureness(
    std::span<const QuestionOutcome> outcomes) {
  std::vector<const QuestionOutcome*> order;
  for (const QuestionOutcome& outcome : outcomes) {
    if (!outcome.answer.empty()) order.push_back(&outcome);
  }
  std::ranges::stable_sort(order, std::greater{}, &QuestionOutcome::confidence);
  return order;
}

}  // namespace

double ThetaOfAnswerRate(std::span<const QuestionOutcome> outcomes,
                         double rate) {
  const auto order = BySureness(outcomes);
  const auto wanted = static_cast<std::size_t>(
      std::ceil(rate * static_cast<double>(outcomes.size())));
  if (wanted == 0) return 1.0;
  return wanted > order.size() ? 0.0 : order[wanted - 1]->confidence;
}

std::optional<double> ThetaOfPrecision(
    std::span<const QuestionOutcome> outcomes, double precision) {
  std::optional<double> theta;
  std::size_t answered = 0;
  std::size_t right = 0;
  const auto order = BySureness(outcomes);
  for (std::size_t i = 0; i < order.size(); ++i) {
    ++answered;
    right += order[i]->IsRight() ? 1 : 0;
    const bool is_last_of_its_confidence =
        i + 1 == order.size() ||
        order[i + 1]->confidence < order[i]->confidence;
    if (is_last_of_its_confidence &&
        static_cast<double>(right) >=
            precision * static_cast<double>(answered)) {
      theta = order[i]->confidence;
    }
  }
  return theta;
}

}  // namespace answerbox::lab
