#include "daemon/generation/several_facts.h"

#include <gtest/gtest.h>

namespace answerbox::daemon {
namespace {

TEST(SeveralFactsTest, ComparisonsAndJoinedQuestionsWantSeveralFacts) {
  for (const char* question :
       {"Compare DPT and polio vaccine.", "difference between BCG and OPV",
        "Which is colder, OPV vs. BCG?", "When and how is it given?",
        "What is it, and who may give it?", "What is it? Who gives it?"}) {
    EXPECT_TRUE(WantsSeveralFacts(question)) << question;
  }
}

TEST(SeveralFactsTest, OneQuestionWantsOne) {
  for (const char* question :
       {"", "?", "How is the vaccine stored?", "diphtheria and tetanus",
        "Who needs vitamin A and zinc?", "and what then?",
        "What did they do when the fridge failed?", "indifference"}) {
    EXPECT_FALSE(WantsSeveralFacts(question)) << question;
  }
}

}  // namespace
}  // namespace answerbox::daemon
