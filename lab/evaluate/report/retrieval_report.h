// Measures of retrieval as text in trec_eval's form, or as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "lab/evaluate/measures/retrieval_measures.h"

namespace answerbox::lab {

struct RetrievalReport {
  std::string run_name = {};
  bool has_all_measures = false;  // Otherwise trec_eval's official ones.
  bool has_queries = false;       // Also the measures of each query.
  // GradeStrings' length: trec_eval names the measure by it unless it is 10.
  std::size_t grade_string_length = 10;
};

// A line for each measure: name, query or "all", value, between tabs. The same
// bytes as trec_eval 10.0 prints.
[[nodiscard]] std::string RetrievalReportAsText(const MeasuredRun& run,
                                                const RetrievalReport& report);

// One line, ended by a line break. docs/lab/evaluation.md lists the members.
[[nodiscard]] std::string RetrievalReportAsJson(const MeasuredRun& run,
                                                const RetrievalReport& report);

}  // namespace answerbox::lab
