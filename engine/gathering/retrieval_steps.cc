#include "engine/gathering/retrieval_steps.h"

namespace answerbox::engine {
namespace {

// Removes the first step from `rest` if it has this name.
bool Take(std::string_view name, std::optional<std::string_view>& rest) {
  if (!rest || !rest->starts_with(name)) return false;
  if (rest->size() == name.size()) {
    rest.reset();
    return true;
  }
  if ((*rest)[name.size()] != '+') return false;
  rest->remove_prefix(name.size() + 1);
  return true;
}

}  // namespace

std::optional<RetrievalSteps> ParseRetrievalSteps(
    std::string_view text) noexcept {
  std::optional<std::string_view> rest = text;
  RetrievalSteps steps;
  if (!Take("bm25", rest)) steps.is_dense = Take("dense", rest);
  steps.has_feedback = Take("feedback", rest);
  if (Take("likelihood", rest)) {
    steps.likelihood = Smoothing();
  } else if (Take("jelinek-mercer", rest)) {
    steps.likelihood =
        Smoothing{SmoothingMethod::kJelinekMercer, kDefaultJelinekMercer};
  }
  if (rest) return std::nullopt;
  return steps;
}

}  // namespace answerbox::engine
