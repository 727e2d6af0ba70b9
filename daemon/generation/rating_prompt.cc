#include "daemon/generation/rating_prompt.h"

#include <algorithm>

#include "daemon/generation/quoted_text.h"
#include "engine/text/utf8.h"

namespace answerbox::daemon {
namespace {

// Farzi and Dietz: the published prompt of self-rated answerability (EXAM++,
// and "Pencils Down! Automatic Rubric-based Evaluation of Retrieve/Generate
// Systems"), word for word. Ours is only the last line of a prompt, "Grade:",
// because a model that completes texts would go on with the passage without it.
constexpr std::string_view kChoices =
    "Can the question be answered based on the available context? Choose one:\n"
    "- 5: The answer is highly relevant, complete, and accurate.\n"
    "- 4: The answer is mostly relevant and complete but may have minor gaps "
    "or inaccuracies.\n"
    "- 3: The answer is partially relevant and complete, with noticeable gaps "
    "or inaccuracies.\n"
    "- 2: The answer has limited relevance and completeness, with significant "
    "gaps or inaccuracies.\n"
    "- 1: The answer is minimally relevant or complete, with substantial "
    "shortcomings.\n"
    "- 0: The answer is not relevant or complete at all.\n";

}  // namespace

std::string_view RatedPart(std::string_view passage,
                           std::size_t max_bytes) noexcept {
  max_bytes = std::min(max_bytes, kMaxRatedBytes);
  if (passage.size() <= max_bytes) return passage;
  return passage.substr(0, engine::FloorToCharacter(passage, max_bytes));
}

std::string MakeRatingPrompt(std::string_view question,
                             std::string_view passage) {
  std::string prompt(kChoices);
  prompt += "Question: ";
  AppendQuoted(question, prompt);
  prompt += "\nContext: ";
  AppendQuoted(passage, prompt);
  prompt += "\nGrade:";
  return prompt;
}

}  // namespace answerbox::daemon
