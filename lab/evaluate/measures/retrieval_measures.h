// All measures of trec_eval 10.0 that its option `-m all_trec` prints, with its
// names and in its order, for each query and over all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lab/evaluate/judged_documents.h"

namespace answerbox::lab {

enum class MeasureKind : std::uint8_t {
  kSum,            // A whole number; over all queries, their sum.
  kMean,           // Over all queries, the mean.
  kGeometricMean,  // Told over all queries only.
};

struct RetrievalMeasure {
  std::string name;
  MeasureKind kind = MeasureKind::kMean;
  bool is_official = false;  // Printed unless all measures are wanted.
};

// The measures, in the order of printing.
[[nodiscard]] std::span<const RetrievalMeasure> RetrievalMeasures();

// Which queries count.
enum class MeasuredQueries : std::uint8_t {
  kRetrieved,  // Those that are judged and in the run.
  kJudged,     // All that are judged; the run may have no document for one.
};

struct RetrievalMeasuring {
  RelevanceGrade level = 1;  // The lowest grade that is relevant, from 1.
  MeasuredQueries queries = MeasuredQueries::kRetrieved;
  std::size_t grade_string_length = 10;
};

struct MeasuredQuery {
  std::string query;
  // As RetrievalMeasures(). A geometric mean's is the logarithm of the value,
  // which is at least 0.00001.
  std::vector<double> values;
  std::string grades;  // GradeString()
};

struct MeasuredRun {
  std::vector<MeasuredQuery> queries;  // By query, in the order of bytes.
  std::vector<double> values;          // Over all; as RetrievalMeasures().
};

// Queries of the run without judgements are left out, as in trec_eval. The
// result has no queries if none is left.
[[nodiscard]] MeasuredRun MeasureRun(const RetrievalRun& run,
                                     const RelevanceJudgements& judgements,
                                     const RetrievalMeasuring& measuring);

}  // namespace answerbox::lab
