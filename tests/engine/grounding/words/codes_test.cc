#include "engine/grounding/words/codes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/text/text_block.h"

namespace answerbox::engine {
namespace {

std::vector<std::string> CodesOf(std::string_view text) {
  std::vector<std::string> codes;
  CodeReader reader(text);
  while (const auto code = reader.Next()) {
    codes.emplace_back(Slice(text, *code));
  }
  return codes;
}

using List = std::vector<std::string>;

TEST(CodeReader, ReadsLettersWithDigits) {
  EXPECT_EQ(CodesOf("Pump AB-1234/5, error E44 (H1N1)."),
            (List{"AB-1234/5", "E44", "H1N1"}));
}

TEST(CodeReader, ReadsLettersOfAMonthAmongOthers) {
  EXPECT_EQ(CodesOf("MAR-14 and 14-MAX-26 and 1-JAN-FEB-2"),
            (List{"MAR-14", "14-MAX-26", "1-JAN-FEB-2"}));
}

TEST(CodeReader, ReadsNumbersWithAPartAfterThem) {
  EXPECT_EQ(CodesOf("bearing 6204-2RS, seal 12-B7 or 12-B, a 12-V lamp, "
                    "a 12-bed ward"),
            (List{"6204-2RS", "12-B7", "12-B"}));
}

TEST(CodeReader, LeavesOutQuantitiesDatesAndWordsWithNumbers) {
  EXPECT_EQ(CodesOf("10mg twice, a 5-day course, the 14th at 10pm, 22:00, "
                    "2026-11-20, 14-Mar-2026, 14/sept/26, covid-19, "
                    "an 18-year-old, a1@b2.example"),
            List());
}

TEST(FindName, KnowsACodeHoweverItsPartsAreJoined) {
  EXPECT_TRUE(FindName("the pump ab 1234/5 is loud", "AB-1234/5"));
  EXPECT_TRUE(FindName("AB1234/5", "AB-1234/5"));
  EXPECT_FALSE(FindName("AB-123/45", "AB-1234/5"));
}

TEST(FindName, FindsNoPartOfALongerCode) {
  EXPECT_FALSE(FindName("AB-1234/5", "AB-1234"));
  EXPECT_FALSE(FindName("room 12B", "12"));
  EXPECT_FALSE(FindName("version 2.1", "2"));
  EXPECT_TRUE(FindName("a B12-deficiency.", "B12"));
}

TEST(AreAlike, ComparesPatternsAndFirstLetters) {
  EXPECT_TRUE(AreAlike("AB-1234/6", "AB-1234/5"));
  EXPECT_TRUE(AreAlike("CY-88.2", "CX-88.2"));
  EXPECT_FALSE(AreAlike("CY-88.2", "E44"));
}

}  // namespace
}  // namespace answerbox::engine
