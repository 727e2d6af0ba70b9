#include "daemon/exam/similar_questions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::daemon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Bank BankOf(const std::vector<std::string>& questions) {
  Bank bank;
  for (const std::string& question : questions) {
    bank.push_back({std::to_string(bank.size()), "topic", question});
  }
  return bank;
}

std::vector<std::string> Similar(const Bank& bank, std::string_view question,
                                 std::size_t most = 3) {
  std::vector<std::string> questions;
  for (const BankQuestion* each : FindSimilar(bank, question, most)) {
    questions.push_back(each->question);
  }
  return questions;
}

TEST(SimilarQuestions, ShareWordsByTheirStems) {
  const Bank bank = BankOf({"When are fridges defrosted?",
                            "How is a fridge cleaned?", "Who locks the door?"});
  EXPECT_THAT(Similar(bank, "Who cleans the fridges in the ward?"),
              ElementsAre("How is a fridge cleaned?"));
}

TEST(SimilarQuestions, AreRankedByRareWords) {
  const Bank bank =
      BankOf({"Which vaccine is for children?", "Which vaccine is frozen?",
              "Which vaccine is for measles?", "Which dose do children have?"});
  EXPECT_THAT(Similar(bank, "Is the measles vaccine safe?", 1),
              ElementsAre("Which vaccine is for measles?"));
}

TEST(SimilarQuestions, LeaveOutWhatWasJustAsked) {
  const Bank bank =
      BankOf({"Who locks the front door?", "Who locks the front gate?"});
  EXPECT_THAT(Similar(bank, "who locks the FRONT DOOR"),
              ElementsAre("Who locks the front gate?"));
}

TEST(SimilarQuestions, AreNoneForOtherWords) {
  const Bank bank = BankOf({"Who locks the door?", "What is it?"});
  EXPECT_THAT(Similar(bank, "How warm is the fridge?"), IsEmpty());
  EXPECT_THAT(Similar(bank, "What is it?"), IsEmpty());
  EXPECT_THAT(Similar({}, "Who locks the door?"), IsEmpty());
}

TEST(SimilarQuestions, AreAtMostSoMany) {
  const Bank bank = BankOf({"Who locks door one?", "Who locks door two?",
                            "Who locks door three?", "Who locks door four?"});
  EXPECT_EQ(Similar(bank, "Who locks the door?").size(), 3u);
}

}  // namespace
}  // namespace answerbox::daemon
