// What a misspelt question gets.
#include <gtest/gtest.h>

#include <string>

#include "engine/ask/ask.h"
#include "engine/ask/owned_answer.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kPage =
    "The symptoms of influenza are fever and chills. The farm of the clinic is "
    "by the river. The form for leave lies in the office.";

class AskingMisspelt : public testing::Test {
 protected:
  OwnedAnswer Ask(const IndexInMemory& index, const Question& question) {
    const LiveSegment segments[] = {index.live()};
    const auto answer = engine::Ask(segments, question, workspace_);
    EXPECT_TRUE(answer);
    return OwnedAnswer(*answer);
  }

 private:
  Workspace workspace_;
};

TEST_F(AskingMisspelt, GetsTheAnswerToTheQuestionThatIsMeant) {
  const IndexInMemory index{{kPage}};
  const auto misspelt = Ask(
      index,
      {.text = "What are the symtoms of influensa?", .with_spelling = true});
  const auto meant =
      Ask(index, {.text = "What are the symptoms of influenza?"});
  ASSERT_FALSE(misspelt.answer().refusal);
  EXPECT_EQ(misspelt.answer().citations.front().sentence,
            meant.answer().citations.front().sentence);
  EXPECT_EQ(misspelt.answer().confidence, meant.answer().confidence);
  ASSERT_EQ(misspelt.answer().respelt.size(), 2u);
  EXPECT_EQ(misspelt.answer().respelt[0].word, "symtoms");
  EXPECT_EQ(misspelt.answer().respelt[0].taken_for, "symptoms");
  EXPECT_TRUE(meant.answer().respelt.empty());
}

TEST_F(AskingMisspelt, IsTakenAsItStandsIfTheCallerSaysSo) {
  const IndexInMemory index{{kPage}};
  const auto asked =
      Ask(index, {.text = "symtoms", .theta = 0.0, .with_spelling = false});
  EXPECT_EQ(asked.answer().refusal, RefusalReason::kNoEvidence);
  EXPECT_TRUE(asked.answer().respelt.empty());
}

TEST_F(AskingMisspelt, ChangesNothingInProfilePaper) {
  const IndexInMemory index({kPage}, Profile::kPaper);
  const Question plain{.text = "symtoms of influenza"};
  Question spelt = plain;
  spelt.with_spelling = true;
  const auto expected = Ask(index, plain);
  const auto asked = Ask(index, spelt);
  EXPECT_EQ(asked.answer().confidence, expected.answer().confidence);
  EXPECT_TRUE(asked.answer().respelt.empty());
}

TEST_F(AskingMisspelt, IsOfferedBothWordsOnlyIfItIsRefused) {
  const IndexInMemory index{{kPage}};
  const auto refused = Ask(
      index, {.text = "Where is the fxrm?", .theta = 1, .with_spelling = true});
  ASSERT_TRUE(refused.answer().refusal);
  ASSERT_EQ(refused.answer().offers.size(), 1u);
  EXPECT_EQ(refused.answer().offers[0].word, "fxrm");
  EXPECT_EQ(refused.answer().offers[0].words[0], "farm");
  EXPECT_EQ(refused.answer().offers[0].words[1], "form");
  const auto answered =
      Ask(index, {.text = "Is there a fxrm for leave in the office?",
                  .with_spelling = true});
  EXPECT_FALSE(answered.answer().refusal);
  EXPECT_TRUE(answered.answer().offers.empty());
}

TEST_F(AskingMisspelt, NamesTheWordsThatItWasTakenForWhenItIsRefused) {
  const IndexInMemory index{{kPage}};
  const auto refused = Ask(index, {.text = "What are the symtoms of measles?",
                                   .theta = 1,
                                   .with_spelling = true});
  ASSERT_TRUE(refused.answer().refusal);
  ASSERT_EQ(refused.answer().refused_words.words.size(), 2u);
  EXPECT_EQ(refused.answer().refused_words.words[0].text, "symptoms");
  EXPECT_EQ(refused.answer().refused_words.words[1].text, "measles");
}

}  // namespace
}  // namespace answerbox::engine
