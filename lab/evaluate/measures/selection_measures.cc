#include "lab/evaluate/measures/selection_measures.h"

#include <algorithm>

#include "lab/evaluate/measures/bootstrap.h"

namespace answerbox::lab {
namespace {

using Microseconds = std::chrono::duration<double, std::micro>;

// Letters are counted by whole numbers: less than a whole is less by far.
constexpr double kAlmostWhole = 1.0 - 1e-9;

double Whole(const SelectionOutcome& outcome) {
  return outcome.share >= kAlmostWhole ? 1.0 : 0.0;
}

double Recall(const SelectionOutcome& outcome, RecallKind kind) {
  return kind == RecallKind::kWhole ? Whole(outcome) : outcome.share;
}

SelectionFigures FiguresOf(const SelectionOutcomes& outcomes, RecallKind kind,
                           std::size_t strategy, std::size_t budget) {
  SelectionFigures figures;
  std::vector<DocumentSum> gains;
  std::vector<double> times;
  for (std::size_t q = 0; q < outcomes.documents.size(); ++q) {
    const SelectionOutcome& own = outcomes.At(q, strategy, budget);
    const double gain = Recall(own, kind) -
                        Recall(outcomes.At(q, outcomes.baseline, budget), kind);
    gains.resize(std::max(gains.size(), outcomes.documents[q] + 1));
    DocumentSum& document = gains[outcomes.documents[q]];
    document.sum += gain;
    ++document.questions;
    figures.recall += Recall(own, kind);
    figures.whole += Whole(own);
    figures.gain += gain;
    figures.tokens += static_cast<double>(own.tokens);
    times.push_back(Microseconds(own.time).count());
    figures.mean_us += times.back();
  }
  if (times.empty()) return figures;
  const auto questions = static_cast<double>(times.size());
  for (double* const sum : {&figures.recall, &figures.whole, &figures.gain,
                            &figures.tokens, &figures.mean_us}) {
    *sum /= questions;
  }
  figures.gain_ci95 = BootstrapInterval(gains);
  std::ranges::sort(times);
  figures.p95_us = times[times.size() * 95 / 100];
  return figures;
}

}  // namespace

std::vector<std::vector<SelectionFigures>> MeasureSelections(
    const SelectionOutcomes& outcomes, RecallKind kind) {
  std::vector<std::vector<SelectionFigures>> figures(
      outcomes.strategies.size());
  for (std::size_t s = 0; s < figures.size(); ++s) {
    for (std::size_t b = 0; b < outcomes.budgets.size(); ++b) {
      figures[s].push_back(FiguresOf(outcomes, kind, s, b));
    }
  }
  return figures;
}

}  // namespace answerbox::lab
