#include "lab/evaluate/report/retrieval_report.h"

#include <array>
#include <boost/json.hpp>
#include <cstdio>
#include <span>
#include <string_view>
#include <vector>

namespace answerbox::lab {
namespace {

namespace json = boost::json;

constexpr std::size_t kNameWidth = 22;
constexpr std::size_t kPlainGradeStringLength = 10;
// The measure that trec_eval prints before the grades.
constexpr std::string_view kBeforeGrades = "P_1000";

bool IsWanted(const RetrievalMeasure& measure, const RetrievalReport& report) {
  return measure.is_official || report.has_all_measures;
}

std::string Line(std::string name, const std::string& query,
                 const std::string& value) {
  if (name.size() < kNameWidth) name.resize(kNameWidth, ' ');
  return name + "\t" + query + "\t" + value + "\n";
}

std::string ValueText(MeasureKind kind, double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(),
                kind == MeasureKind::kSum ? "%.0f" : "%6.4f", value);
  return text.data();
}

std::string QueryText(const MeasuredQuery& query,
                      const RetrievalReport& report) {
  std::string text;
  const auto measures = RetrievalMeasures();
  for (std::size_t m = 0; m < measures.size(); ++m) {
    if (!IsWanted(measures[m], report)) continue;
    if (measures[m].kind != MeasureKind::kGeometricMean) {
      text += Line(measures[m].name, query.query,
                   ValueText(measures[m].kind, query.values[m]));
    }
    if (measures[m].name == kBeforeGrades && report.has_all_measures) {
      const std::size_t length = report.grade_string_length;
      text += Line(length == kPlainGradeStringLength
                       ? "relstring"
                       : "relstring_" + std::to_string(length),
                   query.query, "'" + query.grades + "'");
    }
  }
  return text;
}

json::object Values(const std::vector<double>& values, bool is_of_query,
                    const RetrievalReport& report) {
  json::object object;
  const auto measures = RetrievalMeasures();
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const MeasureKind kind = measures[m].kind;
    if (!IsWanted(measures[m], report) ||
        (is_of_query && kind == MeasureKind::kGeometricMean)) {
      continue;
    }
    if (kind == MeasureKind::kSum) {
      object[measures[m].name] = static_cast<std::uint64_t>(values[m]);
    } else {
      object[measures[m].name] = values[m];
    }
  }
  return object;
}

}  // namespace

std::string RetrievalReportAsText(const MeasuredRun& run,
                                  const RetrievalReport& report) {
  std::string text;
  if (report.has_queries) {
    for (const MeasuredQuery& query : run.queries) {
      text += QueryText(query, report);
    }
  }
  text += Line("runid", "all", report.run_name);
  text += Line("num_q", "all", std::to_string(run.queries.size()));
  const auto measures = RetrievalMeasures();
  for (std::size_t m = 0; m < measures.size(); ++m) {
    if (!IsWanted(measures[m], report)) continue;
    text += Line(measures[m].name, "all",
                 ValueText(measures[m].kind, run.values[m]));
  }
  return text;
}

std::string RetrievalReportAsJson(const MeasuredRun& run,
                                  const RetrievalReport& report) {
  json::object object{{"run", report.run_name},
                      {"queries", run.queries.size()},
                      {"measures", Values(run.values, false, report)}};
  if (report.has_queries) {
    json::object queries;
    for (const MeasuredQuery& query : run.queries) {
      queries[query.query] = Values(query.values, true, report);
      queries[query.query].as_object()["grades"] = query.grades;
    }
    object["by_query"] = std::move(queries);
  }
  return json::serialize(object) + "\n";
}

}  // namespace answerbox::lab
