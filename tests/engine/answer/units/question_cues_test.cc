#include "engine/answer/units/question_cues.h"

#include <gtest/gtest.h>

#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

class QuestionCuesTest : public testing::Test {
 protected:
  QuestionCues Read(std::string_view question) {
    return ReadQuestionCues(question, *arena_);
  }
  TestArena arena_;
};

TEST_F(QuestionCuesTest, TellsWhatIsAskedAboutAThing) {
  EXPECT_EQ(Read("What are the symptoms of Q fever?").kinds,
            BitOf(AskedKind::kSymptom));
  EXPECT_NE(Read("How is it treated?").kinds & BitOf(AskedKind::kTreatment),
            0u);
}

TEST_F(QuestionCuesTest, TakesAQuestionForADefinitionOnlyIfNothingElseIsAsked) {
  EXPECT_EQ(Read("What is measles?").kinds, BitOf(AskedKind::kDefinition));
  EXPECT_EQ(Read("What is the outlook of measles?").kinds &
                BitOf(AskedKind::kDefinition),
            0u);
}

TEST_F(QuestionCuesTest, KnowsTheStemsThatNameAKind) {
  EXPECT_EQ(KindsNamedBy("symptom"), BitOf(AskedKind::kSymptom));
  EXPECT_EQ(KindsNamedBy("caus"), BitOf(AskedKind::kCause));
  EXPECT_EQ(KindsNamedBy("treatment"), BitOf(AskedKind::kTreatment));
  EXPECT_EQ(KindsNamedBy("dengu"), 0u);
  // "present with" is no single word.
  EXPECT_EQ(KindsNamedBy("present") & BitOf(AskedKind::kSymptom), 0u);
  EXPECT_EQ(KindsNamedBy("sym"), 0u);
  EXPECT_EQ(KindsNamedBy(""), 0u);
}

TEST_F(QuestionCuesTest, LooksAtBeginningsOfWordsOnly) {
  EXPECT_EQ(KindsOfHeading("Untreated", *arena_), 0u);
  EXPECT_EQ(KindsOfHeading("Treated", *arena_),
            KindsOfHeading("treat", *arena_));
}

TEST_F(QuestionCuesTest, ReadsHeadingsInOtherWords) {
  EXPECT_NE(KindsOfHeading("Prognosis", *arena_) & BitOf(AskedKind::kOutlook),
            0u);
  EXPECT_NE(
      KindsAskedIn("the outlook for me", *arena_) & BitOf(AskedKind::kOutlook),
      0u);
}

TEST_F(QuestionCuesTest, AsksForNumbersTimesAndLists) {
  EXPECT_TRUE(Read("How many nurses are there?").asks_number);
  EXPECT_FALSE(Read("How many nurses are there?").asks_time);
  EXPECT_TRUE(Read("How long does it last?").asks_time);
  EXPECT_TRUE(Read("How many times a week?").asks_number);
  EXPECT_TRUE(Read("How many times a week?").asks_time);
  EXPECT_TRUE(Read("List the rules for injections").asks_list);
  EXPECT_FALSE(Read("Who wrote the rules?").asks_number);
}

TEST_F(QuestionCuesTest, AsksForAListByAPluralAfterWhich) {
  EXPECT_TRUE(Read("Which everyday foods hold trans fat?").asks_list);
  EXPECT_TRUE(Read("In what places are they kept?").asks_list);
  EXPECT_FALSE(Read("Which dress is worn?").asks_list);
  EXPECT_FALSE(Read("What protects babies?").asks_list);
  EXPECT_FALSE(Read("What is the basis of it?").asks_list);
  EXPECT_FALSE(Read("What does the nurse do on Mondays?").asks_list);
  EXPECT_FALSE(Read("Which").asks_list);
}

TEST_F(QuestionCuesTest, AsksForADefinitionWhateverElseIsAsked) {
  EXPECT_TRUE(Read("What is meant by treatment?").asks_definition);
  EXPECT_TRUE(Read("What is measles?").asks_definition);
  EXPECT_FALSE(Read("Who treats measles?").asks_definition);
}

// The last word of a question is followed by nothing.
TEST_F(QuestionCuesTest, FindsACueAtTheQuestionsEnd) {
  EXPECT_TRUE(Read("We close when").asks_time);
  EXPECT_TRUE(Read("WE CLOSE WHEN?").asks_time);
}

TEST_F(QuestionCuesTest, ReadsAnyText) {
  EXPECT_EQ(Read("").kinds, 0u);
  EXPECT_EQ(Read(" ?! ").kinds, 0u);
  EXPECT_EQ(Read("\xC3\xA4\xC3\xB6").kinds, 0u);
}

}  // namespace
}  // namespace answerbox::engine
