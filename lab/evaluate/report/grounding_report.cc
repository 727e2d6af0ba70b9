#include "lab/evaluate/report/grounding_report.h"

#include <boost/json.hpp>
#include <cstddef>

#include "client/terminal/table.h"
#include "lab/client.h"
#include "lab/evaluate/report/label_text.h"

namespace answerbox::lab {
namespace {

namespace json = boost::json;

json::object HalfAsJson(const GroundingHalfFigures& figures) {
  json::object areas;
  for (std::size_t e = 0; e < figures.areas.size(); ++e) {
    areas[kGroundingEvaluators[e]] = figures.areas[e];
  }
  return {{"cases", figures.cases},
          {"auc", std::move(areas)},
          {"gain", figures.gain},
          {"gain_ci95", {figures.gain_ci95[0], figures.gain_ci95[1]}}};
}

json::object VerdictsAsJson(const VerdictFigures& verdicts, std::size_t side) {
  return {{"called_grounded", verdicts.called_grounded[side]},
          {"called_ungrounded", verdicts.called_ungrounded[side]}};
}

// "+1.2 [0.3, 2.1]"
std::string GainText(const GroundingHalfFigures& figures) {
  return (figures.gain < 0 ? "" : "+") + Percent(figures.gain, 1) + " [" +
         Percent(figures.gain_ci95[0], 1) + ", " +
         Percent(figures.gain_ci95[1], 1) + "]";
}

}  // namespace

std::string GroundingReportAsJson(const GroundingReport& report) {
  json::array sets;
  for (std::size_t c = 0; c < report.corpora.size(); ++c) {
    for (std::size_t t = 0; t < report.figures[c].size(); ++t) {
      const GroundingSetFigures& its = report.figures[c][t];
      sets.push_back(json::object{
          {"corpus", report.corpora[c].name},
          {"task", ToString(static_cast<GroundingTask>(t))},
          {"chosen", HalfAsJson(its.chosen)},
          {"reported", HalfAsJson(its.reported)},
          {"verdicts",
           json::object{{"of_grounded", VerdictsAsJson(its.verdicts, 1)},
                        {"of_others", VerdictsAsJson(its.verdicts, 0)}}},
          {"latency_mean_us", its.mean_us}});
    }
  }
  return json::serialize(json::object{
             {"thresholds",
              json::object{{"grounded", report.thresholds.grounded},
                           {"weak", report.thresholds.weak}}},
             {"gain_over", kGroundingEvaluators[kShareEvaluator]},
             {"sets", std::move(sets)}}) +
         "\n";
}

std::string GroundingReportAsTable(const GroundingReport& report,
                                   const Terminal& terminal) {
  std::vector<Column> columns = {
      {"corpus"}, {"task"}, {"answers", Align::kRight}};
  for (const std::string_view evaluator : kGroundingEvaluators) {
    columns.push_back({std::string(evaluator), Align::kRight});
  }
  columns.push_back({"gain [95 %]", Align::kRight});
  columns.push_back({"accepted", Align::kRight});
  columns.push_back({"false alarms", Align::kRight});
  Table table(columns);
  for (std::size_t c = 0; c < report.corpora.size(); ++c) {
    for (std::size_t t = 0; t < report.figures[c].size(); ++t) {
      const GroundingSetFigures& its = report.figures[c][t];
      std::vector<std::string> row = {
          t == 0 ? report.corpora[c].name : "",
          std::string(ToString(static_cast<GroundingTask>(t))),
          std::to_string(its.reported.cases)};
      for (const double area : its.reported.areas) {
        row.push_back(Percent(area, 1));
      }
      row.push_back(GainText(its.reported));
      row.push_back(Percent(its.verdicts.called_grounded[0], 1));
      row.push_back(Percent(its.verdicts.called_ungrounded[1], 1));
      table.AddRow(row);
    }
  }
  return "The reported half. Thresholds of the other half: grounded from " +
         WithDecimals(report.thresholds.grounded, 2) + ", weak from " +
         WithDecimals(report.thresholds.weak, 2) +
         ".\nROC AUC by evaluator; gain: geometric over share; accepted: "
         "ungrounded answers called grounded;\nfalse alarms: grounded answers "
         "called ungrounded; all in %.\n\n" +
         table.Render(terminal);
}

}  // namespace answerbox::lab
