// The choice among a document's questions.
#include "client/exam/make/question_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace answerbox::client {
namespace {

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
