#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <string>

#include "client/exam/make/candidate.h"

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

using testing::ElementsAre;
using testing::IsEmpty;

TEST(KeyChoiceTest, TriesAPhraseAlsoWithoutTheWordsThatLeadToIt) {
  EXPECT_THAT(KeyVariants({"every three months"}),
              ElementsAre("every three months", "three months"));
  EXPECT_THAT(KeyVariants({"Within 30 days"}),
              ElementsAre("Within 30 days", "30 days"));
  EXPECT_THAT(KeyVariants({"for at least 20 seconds"}),
              ElementsAre("for at least 20 seconds", "20 seconds"));
}

TEST(KeyChoiceTest, TriesEachTextOnce) {
  EXPECT_THAT(KeyVariants({"soap", "with soap", "soap"}),
              ElementsAre("soap", "with soap"));
}

TEST(KeyChoiceTest, KeepsTheLastWord) {
  EXPECT_THAT(KeyVariants({"inside"}), ElementsAre("inside"));
}

TEST(KeyChoiceTest, TriesNothingThatNoBankTakes) {
  EXPECT_THAT(KeyVariants({"", "  ", "a\tb", std::string(1025, 'a')}),
              IsEmpty());
}

TEST(KeyChoiceTest, TakesWholeWordsOfAPhraseOnly) {
  const std::vector<std::string> phrases = {
      "at a temperature between 2 °C and 8 °C"};
  EXPECT_TRUE(LiesWithin("2 °C and 8 °C", phrases));
  EXPECT_TRUE(LiesWithin("8 °C", phrases));
  EXPECT_FALSE(LiesWithin("2 °", phrases));
  EXPECT_FALSE(LiesWithin("temper", phrases));
  EXPECT_FALSE(LiesWithin("12 °C", phrases));
  EXPECT_FALSE(LiesWithin("", phrases));
}

using testing::ElementsAre;
using testing::Not;

// Nine facts "0" to "8", then one value "9".
std::vector<Candidate> TenQuestions() {
  std::vector<Candidate> questions(10);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    questions[i].question = std::to_string(i);
    questions[i].made_by =
        i < 9 ? QuestionTemplate::kFact : QuestionTemplate::kValue;
  }
  return questions;
}

std::vector<std::string> Chosen(std::size_t most,
                                std::optional<std::uint64_t> seed,
                                std::string_view document = "a.md") {
  std::vector<std::string> texts;
  for (const Candidate& each : ChosenQuestions(
           TenQuestions(), most, OrderOfQuestions(10, seed, document))) {
    texts.push_back(each.question);
  }
  return texts;
}

TEST(QuestionChoiceTest, TakesFromEachTemplateInTurnInTheOrderOfTheText) {
  EXPECT_THAT(Chosen(3, {}), ElementsAre("0", "1", "9"));
}

TEST(QuestionChoiceTest, KeepsAllWhereNoMoreAreThanWanted) {
  EXPECT_EQ(Chosen(10, {}), Chosen(10, 7));
}

TEST(QuestionChoiceTest, TheSameSeedGivesTheSameQuestions) {
  EXPECT_EQ(Chosen(4, 7), Chosen(4, 7));
  EXPECT_THAT(OrderOfQuestions(8, 7, "a.md"),
              ElementsAre(0, 3, 7, 2, 5, 4, 6, 1));
}

TEST(QuestionChoiceTest, AnotherSeedOrDocumentGivesOthers) {
  EXPECT_THAT(Chosen(4, 7), Not(testing::Eq(Chosen(4, {}))));
  EXPECT_NE(OrderOfQuestions(100, 7, "a.md"), OrderOfQuestions(100, 8, "a.md"));
  EXPECT_NE(OrderOfQuestions(100, 7, "a.md"), OrderOfQuestions(100, 7, "b.md"));
  EXPECT_NE(OrderOfQuestions(100, 7, "a.md"),
            OrderOfQuestions(100, 7 + (std::uint64_t{1} << 32), "a.md"));
}

TEST(QuestionChoiceTest, ByChanceTooEachTemplateHasItsTurnAndTheTextItsOrder) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<std::string> chosen = Chosen(4, seed);
    EXPECT_EQ(chosen.size(), 4U);
    EXPECT_EQ(chosen.back(), "9");
    EXPECT_TRUE(std::ranges::is_sorted(chosen));
  }
}

}  // namespace
}  // namespace answerbox::client
