// Reads any bytes as TREC's judgements, run, topics and documents. An error
// must name a place or the file; what is accepted must have finite measures,
// and a run must be the same after it was written and read again.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lab/evaluate/corpus/trec_documents.h"
#include "lab/evaluate/corpus/trec_judgements.h"
#include "lab/evaluate/corpus/trec_run.h"
#include "lab/evaluate/corpus/trec_topics.h"
#include "lab/evaluate/measures/retrieval_measures.h"

namespace {

using namespace answerbox::lab;

void Require(bool is_true) {
  if (!is_true) std::abort();
}

template <typename Read>
void RequirePlace(const Read& read) {
  if (!read) Require(read.error().message.starts_with("file"));
}

void RequireSame(const RetrievalRun& run) {
  const auto again = ParseTrecRun("file", TrecRunText(run));
  Require(again.has_value() && again->name == run.name &&
          again->rankings.size() == run.rankings.size());
  for (std::size_t r = 0; r < run.rankings.size(); ++r) {
    const auto& before = run.rankings[r].documents;
    const auto& after = again->rankings[r].documents;
    Require(before.size() == after.size());
    for (std::size_t d = 0; d < before.size(); ++d) {
      Require(before[d].document == after[d].document &&
              before[d].score == after[d].score);
    }
  }
}

// Every document that was retrieved is relevant to every other degree.
RelevanceJudgements JudgementsOf(const RetrievalRun& run) {
  RelevanceJudgements judgements;
  RelevanceGrade grade = -1;
  for (const QueryRanking& ranking : run.rankings) {
    judgements.push_back({ranking.query, {}});
    for (const RankedDocument& each : ranking.documents) {
      judgements.back().documents.push_back({each.document, grade});
      grade = grade == 3 ? -1 : grade + 1;
    }
  }
  return judgements;
}

void RequireFinite(const RetrievalRun& run,
                   const RelevanceJudgements& judgements) {
  const MeasuredRun measured =
      MeasureRun(run, judgements, {.queries = MeasuredQueries::kJudged});
  for (const double value : measured.values) Require(std::isfinite(value));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto judgements = ParseTrecJudgements("file", text);
  RequirePlace(judgements);
  if (judgements) RequireFinite({}, *judgements);
  const auto run = ParseTrecRun("file", text);
  RequirePlace(run);
  if (run) {
    RequireSame(*run);
    RequireFinite(*run, JudgementsOf(*run));
  }
  RequirePlace(ParseTrecTopics("file", text, TopicNaming::kByNumber));
  RequirePlace(ParseTrecTopics("file", text, TopicNaming::kByOrder));
  RequirePlace(ParseTrecDocuments("file", text));
  return 0;
}
