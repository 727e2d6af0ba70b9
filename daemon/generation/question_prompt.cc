#include "daemon/generation/question_prompt.h"

#include "daemon/generation/quoted_text.h"

namespace answerbox::daemon {
namespace {

// Farzi and Dietz: the published prompts for question banks (EXAM++, and
// "Pencils Down! Automatic Rubric-based Evaluation of Retrieve/Generate
// Systems"), word for word: of a subtopic, as for TREC CAR, or of a query
// alone, as for TREC DL. Ours is only kBeginning: a model that completes texts
// would go on with the instructions without it.
constexpr std::string_view kFormat =
    "\nGive the question set in the following JSON format:\n"
    "```json\n"
    "{ \"questions\": [question_text_1, question_text_2, ... ] }\n"
    "```";
constexpr std::string_view kBeginning =
    "\n```json\n"
    "{ \"questions\": [";

}  // namespace

std::string MakeQuestionPrompt(std::string_view query,
                               std::string_view subtopic) {
  std::string prompt;
  if (subtopic.empty()) {
    prompt = "Break the query '";
    AppendQuoted(query, prompt);
    prompt +=
        "' into concise questions that must be answered.\n"
        "Generate 10 concise insightful questions that reveal whether "
        "information relevant for '";
    AppendQuoted(query, prompt);
    prompt +=
        "' was provided, showcasing a deep understanding of the subject "
        "matter. Avoid basic or introductory-level inquiries. Keep the "
        "questions short.";
  } else {
    prompt = "Explore the connection between '";
    AppendQuoted(query, prompt);
    prompt += "' with a specific focus on the subtopic '";
    AppendQuoted(subtopic, prompt);
    prompt +=
        "'.\n"
        "Generate insightful questions that delve into advanced aspects of '";
    AppendQuoted(subtopic, prompt);
    prompt +=
        "', showcasing a deep understanding of the subject matter. Avoid basic "
        "or introductory-level inquiries.";
  }
  prompt += kFormat;
  prompt += kBeginning;
  return prompt;
}

}  // namespace answerbox::daemon
