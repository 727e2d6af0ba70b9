#include "client/evaluate/evaluation_files.h"

#include <fstream>

#include "client/evaluate/error_lines.h"
#include "client/evaluate/feature_lines.h"
#include "client/evaluate/outcome_lines.h"
#include "client/evaluate/span_lines.h"

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

daemon::Result<void> WriteFiles(const EvaluationFiles& files,
                                const std::vector<SquadArticle>& articles,
                                std::span<const QuestionOutcome> outcomes,
                                const EvaluationOptions& options,
                                double theta) {
  daemon::Result<void> written;
  if (!files.features.empty()) {
    std::string text = FeatureHeader();
    for (const QuestionOutcome& outcome : outcomes) {
      text += outcome.feature_lines;
    }
    written = WriteText(files.features, text);
  }
  if (written && !files.spans.empty()) {
    std::string text = SpanHeader();
    for (const QuestionOutcome& outcome : outcomes) text += outcome.span_lines;
    written = WriteText(files.spans, text);
  }
  if (written && !files.outcomes.empty()) {
    written =
        WriteText(files.outcomes, OutcomeLines(articles, outcomes, theta));
  }
  if (written && !files.errors.empty()) {
    written = WriteText(files.errors, ErrorLines(articles, outcomes,
                                                 options.model != nullptr
                                                     ? *options.model
                                                     : engine::ShippedModel(),
                                                 theta));
  }
  return written;
}

}  // namespace answerbox::client
