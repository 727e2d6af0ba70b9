#include "lab/evaluate/measures/measures.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "lab/evaluate/measures/bootstrap.h"

namespace answerbox::lab {
namespace {

double Share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0
                    : static_cast<double>(part) / static_cast<double>(whole);
}

std::array<double, 2> BootstrapOverArticles(
    std::span<const QuestionOutcome> outcomes, double theta) {
  std::vector<DocumentSum> articles;
  for (const QuestionOutcome& outcome : outcomes) {
    if (!outcome.answerable) continue;
    articles.resize(std::max(articles.size(), outcome.article + 1));
    DocumentSum& article = articles[outcome.article];
    ++article.questions;
    if (outcome.IsAnswered(theta) && outcome.IsRight()) ++article.sum;
  }
  return BootstrapInterval(articles);
}

std::optional<double> AreaUnderRoc(std::span<const QuestionOutcome> outcomes) {
  std::vector<const QuestionOutcome*> order;
  for (const QuestionOutcome& outcome : outcomes) order.push_back(&outcome);
  std::ranges::sort(order, {}, &QuestionOutcome::confidence);
  double below = 0;  // Unanswerable questions with less confidence.
  double wins = 0;
  std::size_t answerable = 0;
  for (auto group = order.begin(); group != order.end();) {
    const auto end = std::find_if(group, order.end(), [&](const auto* outcome) {
      return outcome->confidence > (*group)->confidence;
    });
    const auto positive = static_cast<double>(
        std::count_if(group, end, [](const auto* o) { return o->answerable; }));
    const double negative = static_cast<double>(end - group) - positive;
    wins += positive * (below + negative / 2);
    below += negative;
    answerable += static_cast<std::size_t>(positive);
    group = end;
  }
  if (answerable == 0 || below == 0) return std::nullopt;
  return wins / (static_cast<double>(answerable) * below);
}

std::optional<double> RefusalAt(double containment,
                                std::span<const QuestionOutcome> outcomes) {
  std::vector<double> contained;
  std::size_t answerable = 0;
  for (const QuestionOutcome& outcome : outcomes) {
    answerable += outcome.answerable ? 1 : 0;
    if (outcome.IsRight()) {
      contained.push_back(outcome.confidence);
    }
  }
  const auto needed = static_cast<std::size_t>(
      std::ceil(containment * static_cast<double>(answerable)));
  if (needed == 0 || needed > contained.size()) return std::nullopt;
  std::ranges::sort(contained, std::greater{});
  const double threshold = contained[needed - 1];
  std::size_t unanswerable = 0;
  std::size_t refused = 0;
  for (const QuestionOutcome& outcome : outcomes) {
    if (outcome.answerable) continue;
    ++unanswerable;
    refused += outcome.IsAnswered(threshold) ? 0 : 1;
  }
  if (unanswerable == 0) return std::nullopt;
  return Share(refused, unanswerable);
}

double CalibrationError(std::span<const QuestionOutcome> outcomes) {
  constexpr std::size_t kBins = 10;
  // The sum of confidences minus the number of right answers.
  std::array<double, kBins> surplus{};
  for (const QuestionOutcome& outcome : outcomes) {
    const auto bin = std::min(
        static_cast<std::size_t>(outcome.confidence * kBins), kBins - 1);
    surplus[bin] += outcome.confidence - (outcome.IsRight() ? 1 : 0);
  }
  double error = 0;
  for (const double bin : surplus) error += std::abs(bin);
  return outcomes.empty() ? 0 : error / static_cast<double>(outcomes.size());
}

LatencySummary Summarize(std::vector<std::chrono::nanoseconds> times) {
  if (times.empty()) return {};
  std::ranges::sort(times);
  const auto us = [](std::chrono::nanoseconds time) {
    return static_cast<double>(time.count()) / 1000.0;
  };
  const auto sum =
      std::accumulate(times.begin(), times.end(), std::chrono::nanoseconds{});
  return {us(sum) / static_cast<double>(times.size()),
          us(times[times.size() / 2]), us(times[times.size() * 95 / 100])};
}

Measures::Recall MeasureRecall(std::span<const QuestionOutcome> outcomes,
                               std::size_t answerable) {
  const auto within = [&](std::size_t count) {
    return Share(static_cast<std::size_t>(std::ranges::count_if(
                     outcomes,
                     [&](const QuestionOutcome& outcome) {
                       return outcome.answerable && outcome.chunk_rank < count;
                     })),
                 answerable);
  };
  return {within(1), within(5), within(10)};
}

}  // namespace

Measures Measure(std::span<const QuestionOutcome> outcomes,
                 EvaluationScope scope, double theta) {
  Measures measures;
  measures.theta = theta;
  measures.questions = outcomes.size();
  std::array<std::size_t, 3> contained{};
  std::size_t refused = 0;
  std::size_t answered = 0;
  std::size_t words = 0;
  std::vector<std::chrono::nanoseconds> ask;
  std::vector<std::chrono::nanoseconds> index_and_ask;
  for (const QuestionOutcome& outcome : outcomes) {
    ask.push_back(outcome.ask_time);
    index_and_ask.push_back(outcome.ask_time + outcome.index_time);
    const bool is_answered = outcome.IsAnswered(theta);
    if (is_answered) {
      ++answered;
      words += outcome.words_returned;
    }
    if (!outcome.answerable) {
      refused += is_answered ? 0 : 1;
      continue;
    }
    ++measures.answerable;
    if (!is_answered) continue;
    for (std::size_t i = 0; i < contained.size(); ++i) {
      contained[i] += outcome.sentence_rank <= i ? 1 : 0;
    }
    measures.token_f1 += outcome.token_f1;
    measures.exact_match += outcome.exact_match ? 1 : 0;
  }
  measures.answer_rate = Share(answered, outcomes.size());
  measures.precision = Share(contained[0], answered);
  measures.containment = Share(contained[0], measures.answerable);
  measures.containment_at_2 = Share(contained[1], measures.answerable);
  measures.containment_at_3 = Share(contained[2], measures.answerable);
  measures.containment_ci95 = BootstrapOverArticles(outcomes, theta);
  const double answerable =
      std::max<double>(1.0, static_cast<double>(measures.answerable));
  measures.token_f1 /= answerable;
  measures.exact_match /= answerable;
  measures.refusal = Share(refused, outcomes.size() - measures.answerable);
  measures.answerability_auroc = AreaUnderRoc(outcomes);
  measures.calibration_error = CalibrationError(outcomes);
  measures.refusal_at_containment = {{{"0.690", RefusalAt(0.690, outcomes)},
                                      {"0.614", RefusalAt(0.614, outcomes)},
                                      {"0.545", RefusalAt(0.545, outcomes)},
                                      {"0.447", RefusalAt(0.447, outcomes)}}};
  measures.words_returned_mean = Share(words, answered);
  if (scope == EvaluationScope::kAllParagraphs) {
    measures.recall = MeasureRecall(outcomes, measures.answerable);
  } else {
    measures.index_and_ask = Summarize(std::move(index_and_ask));
  }
  measures.ask = Summarize(std::move(ask));
  return measures;
}

}  // namespace answerbox::lab
