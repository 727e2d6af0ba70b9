#include "lab/evaluate/report/selection_report.h"

#include <boost/json.hpp>
#include <cstddef>

#include "client/terminal/table.h"
#include "lab/client.h"
#include "lab/evaluate/report/label_text.h"

namespace answerbox::lab {
namespace {

namespace json = boost::json;

json::object BudgetJson(const std::string& budget, BudgetUnit unit,
                        const SelectionFigures& figures) {
  return {{unit == BudgetUnit::kTokens ? "budget_tokens" : "budget_share",
           json::parse(budget.starts_with('.') ? "0" + budget : budget)},
          {"recall", figures.recall},
          {"whole", figures.whole},
          {"gain", figures.gain},
          {"gain_ci95", {figures.gain_ci95[0], figures.gain_ci95[1]}},
          {"tokens_mean", figures.tokens},
          {"latency_us", {{"mean", figures.mean_us}, {"p95", figures.p95_us}}}};
}

// "+2.4 [1.3, 3.5]"
std::string Gain(const SelectionFigures& figures) {
  return (figures.gain < 0 ? "" : "+") + Percent(figures.gain, 1) + " [" +
         Percent(figures.gain_ci95[0], 1) + ", " +
         Percent(figures.gain_ci95[1], 1) + "]";
}

const char* TitleOf(BudgetUnit unit) {
  return unit == BudgetUnit::kTokens ? "tokens" : "share";
}

}  // namespace

std::string SelectionReportAsJson(
    const SelectionOutcomes& outcomes,
    const std::vector<std::vector<SelectionFigures>>& figures, RecallKind kind,
    BudgetUnit unit) {
  json::array strategies;
  for (std::size_t s = 0; s < figures.size(); ++s) {
    json::object strategy = LabelJson(outcomes.strategies[s]);
    json::array budgets;
    for (std::size_t b = 0; b < figures[s].size(); ++b) {
      budgets.push_back(BudgetJson(outcomes.budgets[b], unit, figures[s][b]));
    }
    strategy["budgets"] = std::move(budgets);
    strategies.push_back(std::move(strategy));
  }
  return json::serialize(json::object{
             {"questions", outcomes.documents.size()},
             {"left_out", outcomes.left_out},
             {"recall_of",
              kind == RecallKind::kWhole ? "whole answers" : "letters"},
             {"gain_over", outcomes.strategies[outcomes.baseline].name},
             {"strategies", std::move(strategies)}}) +
         "\n";
}

std::string SelectionReportAsTable(
    const SelectionOutcomes& outcomes,
    const std::vector<std::vector<SelectionFigures>>& figures, RecallKind kind,
    BudgetUnit unit, const Terminal& terminal) {
  Table table({{TitleOf(unit), Align::kRight},
               {"strategy"},
               {"recall", Align::kRight},
               {kind == RecallKind::kShare ? "whole" : "", Align::kRight},
               {"gain [95 %]", Align::kRight},
               {"chosen", Align::kRight},
               {"ms", Align::kRight},
               {"p95", Align::kRight}});
  for (std::size_t b = 0; b < outcomes.budgets.size(); ++b) {
    for (std::size_t s = 0; s < figures.size(); ++s) {
      const SelectionFigures& its = figures[s][b];
      table.AddRow({s == 0 ? outcomes.budgets[b] : "",
                    LabelText(outcomes.strategies[s]), Percent(its.recall, 1),
                    kind == RecallKind::kShare ? Percent(its.whole, 1) : "",
                    s == outcomes.baseline ? "" : Gain(its),
                    WithDecimals(its.tokens, 0),
                    WithDecimals(its.mean_us / 1000, 2),
                    WithDecimals(its.p95_us / 1000, 2)});
    }
  }
  std::string text = std::to_string(outcomes.documents.size()) + " questions";
  if (outcomes.left_out > 0) {
    text += "; " + std::to_string(outcomes.left_out) +
            " left out, whose answer stands nowhere";
  }
  return text + "\n\n" + table.Render(terminal);
}

}  // namespace answerbox::lab
