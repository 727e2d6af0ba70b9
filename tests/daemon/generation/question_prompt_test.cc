#include "daemon/generation/question_prompt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(QuestionPromptTest, AsksThePublishedPromptOfASubtopic) {
  EXPECT_EQ(
      MakeQuestionPrompt("Earth Science", "Geology"),
      "Explore the connection between 'Earth Science' with a specific focus on "
      "the subtopic 'Geology'.\n"
      "Generate insightful questions that delve into advanced aspects of "
      "'Geology', showcasing a deep understanding of the subject matter. Avoid "
      "basic or introductory-level inquiries.\n"
      "Give the question set in the following JSON format:\n"
      "```json\n"
      "{ \"questions\": [question_text_1, question_text_2, ... ] }\n"
      "```\n"
      "```json\n"
      "{ \"questions\": [");
}

TEST(QuestionPromptTest, AsksThePublishedPromptOfAQuery) {
  const std::string prompt = MakeQuestionPrompt("vaccine storage", "");
  EXPECT_THAT(prompt,
              StartsWith("Break the query 'vaccine storage' into concise "
                         "questions that must be answered.\n"
                         "Generate 10 concise insightful questions that reveal "
                         "whether information relevant for 'vaccine storage' "
                         "was provided, "));
  EXPECT_THAT(prompt, Not(HasSubstr("subtopic")));
}

TEST(QuestionPromptTest, AQueryCannotLookLikeAnotherPart) {
  EXPECT_THAT(MakeQuestionPrompt("a\n```\nb", "c\nd"),
              HasSubstr("between 'a ``` b' with a specific focus on the "
                        "subtopic 'c d'."));
}

}  // namespace
}  // namespace answerbox::daemon
