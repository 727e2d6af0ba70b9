#include "lab/evaluate/grounding/case_builder.h"

#include <gtest/gtest.h>

namespace answerbox::lab {
namespace {

using Texts = std::vector<std::string>;

TEST(Statement, ReplacesTheQuestionWord) {
  EXPECT_EQ(StatementOf("Who wrote Emma?", "Jane Austen"),
            "Jane Austen wrote Emma");
  EXPECT_EQ(StatementOf("In what year did it open?", "1904"),
            "1904 year did it open");
  EXPECT_EQ(StatementOf("It has how many doors?", "two"), "It has two doors");
}

TEST(Statement, AppendsTheAnswerToAQuestionWithoutQuestionWord) {
  EXPECT_EQ(StatementOf("Is whoever came welcome?", "yes"),
            "Is whoever came welcome yes");
}

TEST(Gutted, DropsAThirdOfTheSentencesThoseThatShareMost) {
  TermNumbers numbers;
  const Texts passages = {"Zebras gallop far. Lions sleep. Birds sing songs.",
                          "Fish swim. Cats purr. Dogs bark."};
  EXPECT_EQ(
      Gutted(passages, "", "Fish swim while birds sing.", numbers),
      (Texts{"Zebras gallop far. Lions sleep.", "Cats purr. Dogs bark."}));
}

TEST(Gutted, DoesNotCountWordsOfTheQuestion) {
  TermNumbers numbers;
  EXPECT_EQ(Gutted({"Lions sleep. Birds sing."}, "Do lions sleep?",
                   "Lions sleep, birds sing.", numbers),
            (Texts{"Lions sleep."}));
}

TEST(Gutted, LeavesPassagesWithoutSentencesOut) {
  TermNumbers numbers;
  EXPECT_EQ(Gutted({"Lions sleep.", "Birds sing."}, "", "Lions", numbers),
            (Texts{"Birds sing."}));
  EXPECT_EQ(Gutted({"Lions sleep."}, "", "Lions", numbers), Texts());
}

std::vector<GroundingSet> EmptySets() {
  return {{GroundingTask::kOther, {}},
          {GroundingTask::kGutted, {}},
          {GroundingTask::kThree, {}}};
}

TEST(Cases, AreGroundedWithTheOwnContextOnly) {
  TermNumbers numbers;
  auto sets = EmptySets();
  AddCases({.document = 3,
            .question = "",
            .answer = "Lions sleep",
            .own = {"Lions sleep. Birds sing."},
            .other = {"Cats purr."},
            .whole = {},
            .gutted = {},
            .three = {"Lions sleep.", "Cats purr.", "Fish swim."}},
           numbers, sets);
  ASSERT_EQ(sets[0].cases.size(), 2u);
  EXPECT_TRUE(sets[0].cases[0].is_grounded);
  EXPECT_FALSE(sets[0].cases[1].is_grounded);
  EXPECT_EQ(sets[0].cases[1].context, (Texts{"Cats purr."}));
  ASSERT_EQ(sets[1].cases.size(), 2u);
  EXPECT_EQ(sets[1].cases[1].context, (Texts{"Birds sing."}));
  EXPECT_EQ(sets[1].cases[1].document, 3u);
  ASSERT_EQ(sets[2].cases.size(), 3u);
  EXPECT_TRUE(sets[2].cases[0].is_grounded);
  EXPECT_FALSE(sets[2].cases[2].is_grounded);
}

TEST(Cases, WithoutAContextThereIsNeitherOfAPair) {
  TermNumbers numbers;
  auto sets = EmptySets();
  AddCases({.document = 0,
            .question = "",
            .answer = "Lions sleep",
            .own = {"Lions sleep."},
            .other = {},
            .whole = {},
            .gutted = {},
            .three = {}},
           numbers, sets);
  for (const GroundingSet& set : sets) EXPECT_TRUE(set.cases.empty());
}

}  // namespace
}  // namespace answerbox::lab
