#include "client/exam/make/answer_check.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace answerbox::client {
namespace {

AnswerVerdict Judge(const std::string& reply) {
  return JudgeAnswer(boost::json::parse(reply).as_object(), "a.md", {10, 20});
}

TEST(JudgeAnswer, WantsThePassageItself) {
  EXPECT_EQ(Judge(R"({"answered":true,"answer":{"document":"a.md",)"
                  R"("offsets":{"begin":12,"end":15},"confidence":0.5}})"),
            AnswerVerdict::kAnswered);
  EXPECT_EQ(Judge(R"({"answered":true,"answer":{"document":"a.md",)"
                  R"("offsets":{"begin":20,"end":30},"confidence":0.5}})"),
            AnswerVerdict::kElsewhere);
}

TEST(JudgeAnswer, TakesAPartOfTheAnswer) {
  EXPECT_EQ(Judge(R"({"answered":true,"answer":{"document":"a.md",)"
                  R"("offsets":{"begin":30,"end":40},"confidence":0.5,)"
                  R"("parts":[{"offsets":{"begin":15,"end":25}}]}})"),
            AnswerVerdict::kAnswered);
}

TEST(JudgeAnswer, FindsAnotherDocumentThatAnswers) {
  EXPECT_EQ(Judge(R"({"answered":true,"answer":{"document":"b.md",)"
                  R"("offsets":{"begin":12,"end":15},"confidence":0.5}})"),
            AnswerVerdict::kAmbiguous);
  const std::string runner_up =
      R"({"answered":true,"answer":{"document":"a.md",)"
      R"("offsets":{"begin":12,"end":15},"confidence":0.5},)"
      R"("runners_up":[{"document":"b.md","confidence":)";
  EXPECT_EQ(Judge(runner_up + "0.45}]}"), AnswerVerdict::kAmbiguous);
  EXPECT_EQ(Judge(runner_up + "0.3}]}"), AnswerVerdict::kAnswered);
}

TEST(JudgeAnswer, FindsNothingInARefusalOrAnotherProgramsReply) {
  EXPECT_EQ(Judge(R"({"answered":false,"refusal":{}})"),
            AnswerVerdict::kNothing);
  EXPECT_EQ(Judge("{}"), AnswerVerdict::kNothing);
}

}  // namespace
}  // namespace answerbox::client
