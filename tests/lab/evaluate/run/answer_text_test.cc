#include "lab/evaluate/run/answer_text.h"

#include <gtest/gtest.h>

#include <vector>

namespace answerbox::lab {
namespace {

using Gold = std::vector<std::string>;

TEST(Contains, LooksForAnyGoldAnswerRegardlessOfCase) {
  EXPECT_TRUE(Contains("Opened in May 1998.", Gold{"june", "MAY 1998"}));
  EXPECT_FALSE(Contains("Opened in May 1998.", Gold{"June"}));
  EXPECT_FALSE(Contains("", Gold{"June"}));
}

TEST(Contains, FoldsLettersBeyondAscii) {
  EXPECT_TRUE(Contains("Die Straße nach KÖLN", Gold{"köln"}));
}

TEST(NormalizeAnswer, DropsPunctuationArticlesAndDoubleSpaces) {
  EXPECT_EQ(NormalizeAnswer("  The U.S.A., an  (old) land!"), "usa old land");
  EXPECT_EQ(NormalizeAnswer("Theatre anna"), "theatre anna");
  EXPECT_EQ(NormalizeAnswer("the a an"), "");
}

TEST(TokenF1, IsTheHarmonicMeanOverTheClosestGoldAnswer) {
  EXPECT_DOUBLE_EQ(TokenF1("the red fox ran", Gold{"cat", "red fox"}),
                   2.0 * 2 / (3 + 2));
  EXPECT_DOUBLE_EQ(TokenF1("red red", Gold{"red"}), 2.0 * 1 / (2 + 1));
  EXPECT_DOUBLE_EQ(TokenF1("dog", Gold{"cat"}), 0.0);
}

TEST(ExactMatch, ComparesNormalizedTexts) {
  EXPECT_TRUE(ExactMatch("The fox.", Gold{"a fox"}));
  EXPECT_FALSE(ExactMatch("foxes", Gold{"fox"}));
}

}  // namespace
}  // namespace answerbox::lab
