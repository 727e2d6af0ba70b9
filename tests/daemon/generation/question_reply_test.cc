#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "daemon/generation/replies.h"

namespace answerbox::daemon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kFirst = "Why is it kept cold?";
constexpr std::string_view kSecond = "How is it cooled?";

TEST(QuestionReplyTest, GoesOnWithTheArrayOfThePrompt) {
  const WrittenQuestions written = ReadQuestions(
      " \"Why is it kept cold?\",\n\"How is it cooled?\" ] }\n```\n\"No more?"
      "\"");
  EXPECT_THAT(written.texts, ElementsAre(kFirst, kSecond));
  EXPECT_EQ(written.left_out, 0u);
}

TEST(QuestionReplyTest, ReadsAWholeObjectOrArray) {
  for (const std::string_view reply :
       {R"({"questions":["Why is it kept cold?","How is it cooled?"]})",
        "```json\n{ \"questions\" : [\"Why is it kept cold?\", \"How is it "
        "cooled?\"] }",
        R"(Sure! {"questions": ["Why is it kept cold?", "How is it cooled?"]})",
        R"([{"questions": ["Why is it kept cold?", "How is it cooled?"]}])",
        "\"Vaccine storage\":\n{\"questions\": [\"Why is it kept cold?\", "
        "\"How is it cooled?\"]}",
        R"(["Why is it kept cold?", "How is it cooled?"])"}) {
    EXPECT_THAT(ReadQuestions(reply).texts, ElementsAre(kFirst, kSecond))
        << reply;
  }
}

TEST(QuestionReplyTest, TheArrayOfThePromptComesBeforeOthers) {
  for (const std::string_view reply :
       {"\"Why is it kept cold?\", \"How is it cooled?\" ] }\nAll "
        "\"questions\" are new.",
        " \"Why is it kept cold?\", \"How is it cooled?\" ] }, { "
        "\"questions\": [ \"Is it cu",
        "[\"Why is it kept cold?\", \"How is it cooled?\"] "
        "{\"questions\": []}"}) {
    EXPECT_THAT(ReadQuestions(reply).texts, ElementsAre(kFirst, kSecond))
        << reply;
  }
}

TEST(QuestionReplyTest, ReadsLinesWhereThereIsNoArray) {
  const WrittenQuestions written = ReadQuestions(
      "Here they are:\n1. Why is it kept cold?\n2) How is it cooled? \r\n- Is "
      "it \"safe\" there?\n2 of 3 places are cold?\n");
  EXPECT_THAT(written.texts,
              ElementsAre(kFirst, kSecond, "Is it \"safe\" there?",
                          "2 of 3 places are cold?"));
}

TEST(QuestionReplyTest, ReadsEscapesAndPutsAQuestionOnOneLine) {
  EXPECT_THAT(
      ReadQuestions(R"("Is \"8 \u00b0C\"\n\u001b[1]  too warm?"])").texts,
      ElementsAre("Is \"8 °C\" (1) too warm?"));
}

TEST(QuestionReplyTest, LeavesOutWhatIsNoQuestion) {
  const WrittenQuestions written = ReadQuestions(
      R"("question_text_1", "Why is it kept cold?", "Why?", "\ud800 is it?",)"
      R"( "Why is it kept cold?", "How is it cooled?", 7, "Is it cold?"])");
  EXPECT_THAT(written.texts, ElementsAre(kFirst, kSecond));
  EXPECT_EQ(written.left_out, 4u);
  for (const std::string_view reply :
       {"", "[", "]", "{}", "\"", "Once upon a time.", "\"questions\"",
        "{\"questions\":[]}", "?", "\"\\"}) {
    EXPECT_THAT(ReadQuestions(reply).texts, IsEmpty()) << reply;
  }
}

TEST(QuestionReplyTest, HasBounds) {
  std::string reply;
  for (std::size_t i = 0; i < kMaxWrittenQuestions + 3; ++i) {
    reply += "\"Is this number " + std::to_string(i) + "?\",";
  }
  reply += '"' + std::string(kMaxWrittenBytes, 'x') + "?\"";
  const WrittenQuestions written = ReadQuestions(reply);
  EXPECT_EQ(written.texts.size(), kMaxWrittenQuestions);
  EXPECT_EQ(written.left_out, 4u);
}

// Wherever it is cut, there are only whole questions.
TEST(QuestionReplyTest, EveryPrefixHasWholeQuestions) {
  const std::string reply =
      R"({"questions":["Why is it kept cold?","How is it \"cooled\"?"]})";
  for (std::size_t n = 0; n < reply.size(); ++n) {
    for (const std::string& question :
         ReadQuestions(reply.substr(0, n)).texts) {
      EXPECT_TRUE(question == kFirst || question == "How is it \"cooled\"?")
          << n << ": " << question;
    }
  }
}

}  // namespace
}  // namespace answerbox::daemon
