#include "client/exam/make/sentence_questions.h"

#include <gtest/gtest.h>

#include "tests/client/exam/make/made_questions.h"

namespace answerbox::client {
namespace {

std::size_t LeftFor(Leftover why, std::string_view sentence) {
  const Candidates made = CandidatesOf(sentence);
  EXPECT_TRUE(made.questions.empty()) << made.questions.front().question;
  return made.leftovers[static_cast<std::size_t>(why)];
}

TEST(SentenceQuestions, AskWhatADefinedThingIs) {
  EXPECT_EQ(QuestionsOf("A cold box is a container that keeps vaccines cold."),
            Questions{"What is a cold box?"});
  EXPECT_EQ(QuestionsOf("Asthma, also called wheeze, is a disease of the "
                        "airways that lasts."),
            Questions{"What is asthma?"});
  EXPECT_EQ(QuestionsOf("Head lice are parasitic insects of the scalp."),
            Questions{"What are head lice?"});
  EXPECT_EQ(QuestionsOf("Wet bulb (WB) means that the wick was moist."),
            Questions{"What does wet bulb mean?"});
}

TEST(SentenceQuestions, TakeAJudgementForNoDefinition) {
  EXPECT_TRUE(QuestionsOf("Asthma is a common problem of many people in towns.")
                  .empty());
  EXPECT_TRUE(QuestionsOf("Rest is a good way of treating colds.").empty());
}

TEST(SentenceQuestions, LeaveAWordThatIsExplainedInItsPlace) {
  EXPECT_TRUE(QuestionsOf("Primary means that the cause is unknown.").empty());
  EXPECT_EQ(QuestionsOf("Asthma means that breathing is hard.", "asthma"),
            Questions{"What does asthma mean?"});
}

TEST(SentenceQuestions, AskForTheValueOfADefiniteThing) {
  EXPECT_EQ(QuestionsOf("The main number of the clinic is 555-0100."),
            Questions{"What is the main number of the clinic?"});
  EXPECT_EQ(QuestionsOf("The usual dose of aspirin for adults is 300 mg."),
            Questions{"What is the usual dose of aspirin for adults?"});
  const auto made =
      CandidatesOf("The most common symptom of asthma is a dry cough.");
  ASSERT_EQ(made.questions.size(), 1u);
  EXPECT_EQ(made.questions[0].keys, std::vector<std::string>{"a dry cough"});
}

TEST(SentenceQuestions, AskHowAndByWhat) {
  EXPECT_EQ(QuestionsOf("River fever is caused by a worm."),
            Questions{"What causes river fever?"});
  EXPECT_EQ(QuestionsOf("River fever is usually diagnosed by a blood test."),
            Questions{"How is river fever diagnosed?"});
  EXPECT_EQ(QuestionsOf("River fever can be prevented by boiling water."),
            Questions{"How can river fever be prevented?"});
  EXPECT_EQ(QuestionsOf("Iron tablets are used to treat thin blood."),
            Questions{"What are iron tablets used for?"});
  EXPECT_EQ(QuestionsOf("River fever is also known as boatman's fever."),
            Questions{"What is river fever also known as?"});
}

TEST(SentenceQuestions, AskWhere) {
  EXPECT_EQ(QuestionsOf("Sterile gloves are kept in the tall cupboard."),
            Questions{"Where are sterile gloves kept?"});
  EXPECT_EQ(QuestionsOf("The fire chair hangs on the first landing."),
            Questions{"Where does the fire chair hang?"});
  EXPECT_TRUE(QuestionsOf("Sterile gloves are kept in all rooms.").empty());
}

TEST(SentenceQuestions, KeepTheCapitalOfAShortenedWord) {
  EXPECT_EQ(QuestionsOf("St. John's Wort is kept in the tall cupboard."),
            Questions{"Where is St. John's Wort kept?"});
  EXPECT_EQ(QuestionsOf("Dr. Ann Byrd opens the clinic at 7:30."),
            (Questions{"Who opens the clinic at 7:30?",
                       "At what time does Dr. Ann Byrd open the clinic?"}));
}

TEST(SentenceQuestions, AskWho) {
  EXPECT_EQ(QuestionsOf("Dr. Ann Byrd checks the trolley every Monday."),
            Questions{"Who checks the trolley every Monday?"});
  EXPECT_EQ(QuestionsOf("Otto Grein, who leads the team, unlocks the building "
                        "at seven."),
            Questions{"Who unlocks the building at seven?"});
  EXPECT_EQ(QuestionsOf("Ann Byrd is the fire warden, and Otto Grein helps."),
            Questions{"Who is the fire warden?"});
}

TEST(SentenceQuestions, TakeNoDiseaseForAPerson) {
  EXPECT_TRUE(QuestionsOf("Other Grein species are rarely the cause.").empty());
  EXPECT_TRUE(QuestionsOf("Marsh Syndrome is the worst of all.").empty());
}

TEST(SentenceQuestions, AskForShares) {
  EXPECT_EQ(
      QuestionsOf("About 60 percent of children with asthma have a cough."),
      Questions{"What percentage of children with asthma have a cough?"});
  EXPECT_EQ(QuestionsOf("Up to 10% of nurses will catch river fever."),
            Questions{"What percentage of nurses will catch river fever?"});
}

TEST(SentenceQuestions, AskForMembersOfRunningLists) {
  EXPECT_EQ(QuestionsOf("Early signs of river fever may include a rash, pain "
                        "and thirst."),
            Questions{"What are the early signs of river fever?"});
  EXPECT_TRUE(
      QuestionsOf("Early signs of river fever include the following: rest.")
          .empty());
}

TEST(SentenceQuestions, NeedTheTitleWhereTheyPointToThePage) {
  const auto definite = CandidatesOf("The logger is calibrated once a year.");
  ASSERT_EQ(definite.questions.size(), 1u);
  EXPECT_TRUE(definite.questions[0].needs_title);
  const auto whole =
      CandidatesOf("Records of adult members are kept for ten years.");
  ASSERT_EQ(whole.questions.size(), 1u);
  EXPECT_FALSE(whole.questions[0].needs_title);
}

TEST(SentenceQuestions, CountWhyThereIsNone) {
  EXPECT_EQ(LeftFor(Leftover::kPronoun, "It is a disease of the lungs."), 1u);
  EXPECT_EQ(LeftFor(Leftover::kPronoun,
                    "Their number is known to the nurse at the desk."),
            1u);
  EXPECT_EQ(LeftFor(Leftover::kVagueSubject,
                    "Some people are treated with other drugs."),
            1u);
  EXPECT_EQ(
      LeftFor(Leftover::kVagueSubject, "The disease is treated with rest."),
      1u);
  EXPECT_EQ(LeftFor(Leftover::kAdverbial, "In snow the clinic is closed."), 1u);
  EXPECT_EQ(
      LeftFor(Leftover::kNegation, "Gauze bandages are not washed at home."),
      1u);
  EXPECT_EQ(LeftFor(Leftover::kNoTemplate, "Wash dirty arms with soap."), 1u);
  EXPECT_EQ(LeftFor(Leftover::kLongSentence,
                    "A nurse is " + std::string(400, 'x') + "."),
            1u);
}

TEST(SentenceQuestions, AskNothingOfTheEmptySentence) {
  EXPECT_TRUE(QuestionsOf("").empty());
  EXPECT_TRUE(QuestionsOf(".").empty());
  EXPECT_TRUE(QuestionsOf("\xff\xfe is a \xff that.").size() <= 1);
}

TEST(TopicTest, ComparesWordsWithoutNumber) {
  EXPECT_TRUE(SharesTopic("asthma", "Asthma"));
  EXPECT_TRUE(SharesTopic("the headaches", "Headache"));
  EXPECT_FALSE(SharesTopic("lungs", "Asthma"));
  EXPECT_FALSE(SharesTopic("lungs", ""));
}

}  // namespace
}  // namespace answerbox::client
