#include "engine/words/asked_part.h"

#include <gtest/gtest.h>

namespace answerbox::engine {
namespace {

TEST(AskedPart, IsTheQuestionAfterAStory) {
  EXPECT_EQ(AskedPart("My brother is in prison, his children live with me. "
                      "We have applied to become their guardians. "
                      "How long will it be before I hear from the court?"),
            "How long will it be before I hear from the court?");
}

TEST(AskedPart, IsTheQuestionBeforeAStory) {
  EXPECT_EQ(AskedPart("Can I get a refund? I paid in May for all of the year. "
                      "Now I live in Leeds, where I do not need it."),
            "Can I get a refund?");
}

TEST(AskedPart, QuestionsThatFollowEachOtherStayTogether) {
  EXPECT_EQ(AskedPart("I moved. Who pays? And \"when?\" Thank you for the help "
                      "that you gave to my mother and to me last year."),
            "Who pays? And \"when?\"");
}

TEST(AskedPart, OfQuestionsApartTheLastCounts) {
  EXPECT_EQ(
      AskedPart("Why me? I asked them in March, in April and again in May, "
                "but they have told me nothing. How do I appeal?"),
      "How do I appeal?");
}

TEST(AskedPart, IsAllWhereLittleElseIsSaid) {
  for (const std::string_view message :
       {"How long is leave?", "Tell me how long leave is.",
        "We are short of gloves. Can we wash a pair and wear them again?",
        "Leave. Tell me of it.", "What did Dr. Smith say in the U.S.?", "",
        "   ", "?"}) {
    EXPECT_EQ(AskedPart(message), message);
  }
}

}  // namespace
}  // namespace answerbox::engine
