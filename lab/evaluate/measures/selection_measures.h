// How much of what answers a question is among the sentences that were chosen
// within a budget. Knows neither the engine nor a file format.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace answerbox::lab {

// A strategy as reports name it.
struct StrategyLabel {
  std::string name;  // "ours", "relevance", "mmr", "fps", "lexrank".
  std::optional<double> alpha = {};
  std::optional<std::size_t> window = {};
};

// What a strategy chose for a question within a budget.
struct SelectionOutcome {
  // How much of the text that answers is among the chosen, by letters and
  // digits; the greatest share if several texts answer. In [0, 1].
  double share = 0.0;
  std::uint64_t tokens = 0;  // That were chosen.
  std::chrono::nanoseconds time{};
};

struct SelectionOutcomes {
  std::vector<StrategyLabel> strategies;
  std::size_t baseline = 0;  // The strategy that others are compared with.
  std::vector<std::string> budgets;  // ".05", "500".
  // [questions] the document that answers each.
  std::vector<std::size_t> documents;
  std::vector<SelectionOutcome> selections;  // [questions][strategies][budgets]
  std::size_t left_out = 0;  // Questions whose answer stands nowhere.

  [[nodiscard]] const SelectionOutcome& At(std::size_t question,
                                           std::size_t strategy,
                                           std::size_t budget) const {
    return selections[(question * strategies.size() + strategy) *
                          budgets.size() +
                      budget];
  }
};

// What counts as recall of a question.
enum class RecallKind : std::uint8_t {
  kWhole,  // 1 if the whole answer is among the chosen, else 0.
  kShare,  // The share of it that is.
};

// Shares are means over questions.
struct SelectionFigures {
  double recall = 0.0;
  double whole = 0.0;
  double gain = 0.0;                  // Of recall over the baseline's.
  std::array<double, 2> gain_ci95{};  // Bootstrap over documents.
  double tokens = 0.0;
  double mean_us = 0.0;
  double p95_us = 0.0;
};

// [strategies][budgets]
[[nodiscard]] std::vector<std::vector<SelectionFigures>> MeasureSelections(
    const SelectionOutcomes& outcomes, RecallKind kind);

}  // namespace answerbox::lab
