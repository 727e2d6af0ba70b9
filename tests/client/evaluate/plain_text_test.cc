#include <gtest/gtest.h>

#include "client/evaluate/judgement.h"

namespace answerbox::client {
namespace {

TEST(PlainText, HasSingleBlanksAndNoHyphensOfLineEnds) {
  EXPECT_EQ(PlainText("a\n\n b\tc"), "a b c");
  EXPECT_EQ(PlainText("clean-\nbody site"), "cleanbody site");
  EXPECT_EQ(PlainText("well-known - or - Not"), "well-known or - Not");
  EXPECT_EQ(PlainText("soft\xC2\xADhyphen, hy\xE2\x80\x90phen"),
            "softhyphen, hy-phen");
  EXPECT_EQ(PlainText(""), "");
}

TEST(PlainText, IsInCompatibilityForm) {
  EXPECT_EQ(PlainText("\xEF\xAC\x81sh"), "fish");  // A ligature.
  EXPECT_EQ(PlainText("5\xC2\xA0mg"), "5 mg");     // A fixed blank.
  EXPECT_EQ(PlainText("e\xCC\x81"), "\xC3\xA9");   // An accent.
  EXPECT_EQ(PlainText("a\xFF"), "a\xEF\xBF\xBD");  // No UTF-8.
}

TEST(TightText, HasLettersAndDigitsAlone) {
  EXPECT_EQ(TightText("Don't re-use: 5\xC2\xB0"
                      "C \xC3\x89ne_x"),
            "dontreuse5c\xC3\xA9ne_x");
}

TEST(PlainWords, AreOfLettersAndDigits) {
  EXPECT_EQ(
      PlainWords("Wash, don't WIPE: 2.5 cups"),
      (std::vector<std::string>{"wash", "don", "t", "wipe", "2", "5", "cups"}));
}

TEST(HasKey, MatchesAnywhereInAnyCase) {
  EXPECT_TRUE(HasKey("About Three-quarters of them", "three-?quarters"));
  EXPECT_TRUE(HasKey("threequarters", "three-?quarters"));
  EXPECT_FALSE(HasKey("three quarter", "three-?quarters"));
  EXPECT_TRUE(HasKey("single-patient", "single[- ]patient|one"));
}

TEST(HasKey, IgnoresWhatStandsBetweenLetters) {
  EXPECT_TRUE(
      HasKey("noncommuni-\ncable dis\xC2\xAD"
             "eases",
             "noncommunicable diseases"));
  EXPECT_TRUE(HasKey("1 ,7 million", "1.7 million"));
  EXPECT_FALSE(HasKey("a", "..."));
}

TEST(HasKey, GivesUpWhereMatchingTakesTooLong) {
  EXPECT_FALSE(HasKey(std::string(5000, 'a'), "(a+a+)+(a+)+b"));
}

TEST(KeyFault, NamesWhatIsWrong) {
  EXPECT_FALSE(KeyFault("a(b|c)?"));
  ASSERT_TRUE(KeyFault("a(b"));
  EXPECT_NE(*KeyFault("a(b"), "");
}

}  // namespace
}  // namespace answerbox::client
