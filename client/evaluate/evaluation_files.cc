#include "client/evaluate/evaluation_files.h"

#include <fstream>

#include "client/evaluate/error_lines.h"
#include "client/evaluate/outcome_lines.h"

namespace answerbox::client {
namespace {

daemon::Result<void> WriteText(const std::string& path,
                               const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file) return {};
  return daemon::Error{.kind = daemon::ErrorKind::kRejected,
                       .message = "cannot write " + path};
}

}  // namespace

daemon::Result<void> WriteFiles(
    const EvaluationFiles& files, const std::vector<SquadArticle>& articles,
    std::span<const QuestionOutcome> outcomes,
    std::span<const std::optional<RankingTrace>> traces, double theta) {
  if (!files.outcomes.empty()) {
    const auto written =
        WriteText(files.outcomes, OutcomeLines(articles, outcomes, theta));
    if (!written) return written;
  }
  if (files.errors.empty()) return {};
  return WriteText(files.errors, ErrorLines(articles, outcomes, traces,
                                            engine::ShippedModel(), theta));
}

}  // namespace answerbox::client
