#include "client/convert/lead_in.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::client {
namespace {

TEST(LeadIn, EndsWithAColonOrSaysFollowing) {
  EXPECT_TRUE(IsLeadIn("You need:"));
  EXPECT_TRUE(IsLeadIn("Before each injection, a nurse checks three things: "));
  EXPECT_TRUE(IsLeadIn("Read this. All of the following must hold."));
  EXPECT_TRUE(IsLeadIn("The order is as follows."));
}

TEST(LeadIn, MayBeAFewWordsThatEndNoSentence) {
  EXPECT_TRUE(IsLeadIn("Signs of shock"));
  EXPECT_FALSE(IsLeadIn("Call a doctor."));
  EXPECT_FALSE(IsLeadIn("Why?"));
  EXPECT_FALSE(
      IsLeadIn("one two three four five six seven eight nine ten eleven "
               "twelve thirteen"));
}

TEST(LeadIn, IsNotAnyTextBeforeAList) {
  EXPECT_FALSE(IsLeadIn(""));
  EXPECT_FALSE(IsLeadIn("Following surgery, rest."));
  EXPECT_FALSE(IsLeadIn("Do the following. Then you may go."));
  EXPECT_FALSE(IsLeadIn(std::string(600, 'x') + ":"));
}

}  // namespace
}  // namespace answerbox::client
