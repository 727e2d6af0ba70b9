#include <gtest/gtest.h>

#include "client/exam/make/sentence_questions.h"
#include "tests/client/exam/make/made_questions.h"

namespace answerbox::client {
namespace {

TEST(QuantityQuestions, AskHowOften) {
  EXPECT_EQ(QuestionsOf("Alarm codes are changed every three months by Ann, "
                        "and on request."),
            Questions{"How often are alarm codes changed by Ann?"});
  EXPECT_EQ(QuestionsOf("A data logger records the heat every 10 minutes."),
            Questions{"How often does a data logger record the heat?"});
  EXPECT_EQ(QuestionsOf("Adult records are read at least once a year."),
            Questions{"How often are adult records read?"});
}

TEST(QuantityQuestions, AskHowLongAndWithinWhatTime) {
  EXPECT_EQ(QuestionsOf("Adult records are kept for ten years after death."),
            Questions{"How long are adult records kept after death?"});
  EXPECT_EQ(QuestionsOf("Clinical waste stays in store for no longer than "
                        "seven days."),
            Questions{"How long does clinical waste stay in store?"});
  EXPECT_EQ(QuestionsOf("A cold parcel is opened within 10 minutes of "
                        "arrival."),
            Questions{"Within what time of arrival is a cold parcel opened?"});
}

TEST(QuantityQuestions, AskAtWhatTime) {
  EXPECT_EQ(QuestionsOf("The night clinic is open from 18:00 to 23:00 on "
                        "Monday, Tuesday and Friday."),
            Questions{"Between what times is the night clinic open on Monday, "
                      "Tuesday and Friday?"});
  EXPECT_EQ(QuestionsOf("The night report arrives by 7:30 on Mondays."),
            Questions{});
  EXPECT_EQ(QuestionsOf("The night reports are read by 7:30 on Mondays."),
            Questions{"By what time are the night reports read on Mondays?"});
}

TEST(QuantityQuestions, AskAtWhatTemperature) {
  EXPECT_EQ(QuestionsOf("Live vaccines are shipped at a temperature between "
                        "2 \xc2\xb0"
                        "C and 8 \xc2\xb0"
                        "C."),
            Questions{"At what temperature are live vaccines shipped?"});
  EXPECT_EQ(QuestionsOf("Keep opened milk below 5 \xc2\xb0"
                        "C."),
            Questions{"At what temperature should opened milk be kept?"});
}

TEST(QuantityQuestions, AskForTheDose) {
  EXPECT_EQ(QuestionsOf("Give aspirin 300 mg at once."),
            Questions{"What dose of aspirin should be given?"});
  const auto made =
      CandidatesOf("Adults with fever should take 500 mg of aspirin.");
  ASSERT_EQ(made.questions.size(), 1u);
  EXPECT_EQ(made.questions[0].question,
            "How many mg of aspirin should adults with fever take?");
  EXPECT_EQ(made.questions[0].keys.size(), 1u);
  EXPECT_EQ(made.questions[0].made_by, QuestionTemplate::kDose);
}

TEST(QuantityQuestions, LeaveConditionsInTheQuestion) {
  EXPECT_EQ(
      QuestionsOf("A repeat prescription is ready within two working days if "
                  "the request arrives before 15:00."),
      Questions{"Within what time is a repeat prescription ready if the "
                "request arrives before 15:00?"});
}

TEST(QuantityQuestions, AskNothingThatWouldBreakThePhrase) {
  // A second clause, a negation, an age, an unfinished phrase.
  EXPECT_TRUE(QuestionsOf("The clinic door is shut and Otto Grein is told "
                          "every day.")
                  .empty());
  EXPECT_TRUE(QuestionsOf("Adult records are not kept for ten years.").empty());
  EXPECT_TRUE(QuestionsOf("Green pills are meant for 5 years old.").empty());
  EXPECT_TRUE(
      QuestionsOf("Green pills are taken once a day or as needed.").empty());
}

}  // namespace
}  // namespace answerbox::client
