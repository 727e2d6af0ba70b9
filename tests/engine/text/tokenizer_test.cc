#include "engine/text/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Tokens(Profile profile, std::string_view text) {
  std::vector<std::string> tokens;
  Tokenizer tokenizer(profile, text);
  while (const auto token = tokenizer.Next()) {
    const ByteRange range = token->range;
    tokens.emplace_back(text.substr(range.begin, range.end - range.begin));
  }
  return tokens;
}

std::vector<std::string> Tokens(std::string_view text) {
  return Tokens(Profile::kDefault, text);
}

TEST(Tokenizer, KeepsNumbersWithTheirInnerPointsAndCommas) {
  EXPECT_THAT(Tokens("2.5 mg of 1,000. 3.,4 5."),
              ElementsAre("2.5", "mg", "of", "1,000", ".", "3", ".", ",", "4",
                          "5", "."));
}

TEST(Tokenizer, SeparatesDigitsFromLetters) {
  EXPECT_THAT(Tokens("B12 5mg"), ElementsAre("B", "12", "5", "mg"));
}

TEST(Tokenizer, KeepsAnApostropheSuffixInEitherForm) {
  EXPECT_THAT(Tokens("doctor's don\u2019t"),
              ElementsAre("doctor's", "don\u2019t"));
}

TEST(Tokenizer, LeavesOtherApostrophesAsPunctuation) {
  EXPECT_THAT(Tokens("O'Neil nurses' 'x"),
              ElementsAre("O", "'", "Neil", "nurses", "'", "'", "x"));
}

TEST(Tokenizer, GivesEachPunctuationMarkAlone) {
  EXPECT_THAT(Tokens("(a)--\u20ac"),
              ElementsAre("(", "a", ")", "-", "-", "\u20ac"));
}

TEST(Tokenizer, TakesUnderscoresForWhiteSpace) {
  EXPECT_THAT(Tokens("_cold_chain__"), ElementsAre("cold", "chain"));
}

TEST(Tokenizer, KnowsLettersAndDigitsOfEveryScript) {
  EXPECT_THAT(Tokens("na\u00efve \u0441\u0435\u0440\u0434\u0446\u0435 \u0663"),
              ElementsAre("na\u00efve", "\u0441\u0435\u0440\u0434\u0446\u0435",
                          "\u0663"));
}

TEST(Tokenizer, KeepsAccentsAndSoftHyphensInTheirWord) {
  EXPECT_THAT(Tokens("cafe\u0301s vac\u00adcine"),
              ElementsAre("cafe\u0301s", "vac\u00adcine"));
}

TEST(Tokenizer, TellsWordsNumbersAndPunctuationApart) {
  Tokenizer tokenizer(Profile::kDefault, "ward 7!");
  EXPECT_EQ(tokenizer.Next()->kind, TokenKind::kWord);
  EXPECT_EQ(tokenizer.Next()->kind, TokenKind::kNumber);
  EXPECT_EQ(tokenizer.Next()->kind, TokenKind::kPunctuation);
  EXPECT_FALSE(tokenizer.Next());
  EXPECT_FALSE(tokenizer.Next());
}

TEST(Tokenizer, GivesByteOffsets) {
  Tokenizer tokenizer(Profile::kDefault, " \u00e9t\u00e9\u3000x");
  EXPECT_EQ(tokenizer.Next()->range, (ByteRange{1, 6}));
  EXPECT_EQ(tokenizer.Next()->range, (ByteRange{9, 10}));
}

TEST(Tokenizer, FindsNothingInWhiteSpace) {
  EXPECT_THAT(Tokens(""), IsEmpty());
  EXPECT_THAT(Tokens(" \t\r\n\u00a0\u2003_"), IsEmpty());
}

TEST(PaperTokenizer, TakesRunsOfLettersDigitsAndUnderscores) {
  EXPECT_THAT(Tokens(Profile::kPaper, "doctor's 2.5_mg m\u00b2-x B12"),
              ElementsAre("doctor", "s", "2", "5_mg", "m\u00b2", "x", "B12"));
}

TEST(PaperTokenizer, SplitsAtCombiningMarksAsPythonDoes) {
  EXPECT_THAT(Tokens(Profile::kPaper, "cafe\u0301s"), ElementsAre("cafe", "s"));
}

TEST(CountWords, CountsRunsBetweenWhiteSpaceOfAnyKind) {
  EXPECT_EQ(CountWords(""), 0u);
  EXPECT_EQ(CountWords(" \n "), 0u);
  EXPECT_EQ(CountWords("one"), 1u);
  EXPECT_EQ(CountWords("  2.5 mg,\u00a0twice\u2003a-day\n"), 4u);
}

}  // namespace
}  // namespace answerbox::engine
