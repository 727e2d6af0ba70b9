#include "lab/evaluate/report/evaluation_files.h"

#include <fstream>

#include "lab/evaluate/report/error_lines.h"
#include "lab/evaluate/report/outcome_lines.h"

namespace answerbox::lab {
namespace {

Outcome<void> WriteText(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file) return {};
  return Rejected("cannot write " + path);
}

}  // namespace

Outcome<void> WriteFiles(const EvaluationFiles& files,
                         const std::vector<CorpusArticle>& articles,
                         std::span<const QuestionOutcome> outcomes,
                         std::span<const std::optional<RankingTrace>> traces,
                         double theta) {
  if (!files.outcomes.empty()) {
    const auto written =
        WriteText(files.outcomes, OutcomeLines(articles, outcomes, theta));
    if (!written) return written;
  }
  if (files.errors.empty()) return {};
  return WriteText(files.errors, ErrorLines(articles, outcomes, traces,
                                            engine::ShippedModel(), theta));
}

}  // namespace answerbox::lab
