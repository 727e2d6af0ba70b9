#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;

struct ReadSentence {
  std::vector<WordMark> marks;  // Of words with terms.
  SentenceSigns signs = 0;
};

ReadSentence ReadAll(std::string_view sentence) {
  TermNormalizer normalizer(Profile::kDefault);
  WordPlaces places(sentence);
  ReadSentence read;
  Tokenizer tokens(Profile::kDefault, sentence);
  while (const auto token = tokens.Next()) {
    if (token->kind == TokenKind::kPunctuation) {
      places.AddPunctuation(token->range);
      continue;
    }
    const ByteRange range = token->range;
    const auto word = normalizer.Read(
        sentence.substr(range.begin, range.end - range.begin), token->kind);
    const WordMark mark = places.AddWord(range, word.mark.value());
    if (HasTerm(mark)) read.marks.push_back(mark);
  }
  read.signs = places.signs();
  return read;
}

std::vector<WordBefore> Before(std::string_view sentence) {
  std::vector<WordBefore> before;
  for (const WordMark mark : ReadAll(sentence).marks) {
    before.push_back(BeforeOf(mark));
  }
  return before;
}

constexpr WordBefore kSpace = WordBefore::kSpace;
constexpr WordBefore kOpening = WordBefore::kOpening;
constexpr WordBefore kSeparator = WordBefore::kSeparator;
constexpr WordBefore kJoined = WordBefore::kJoined;

TEST(WordPlaces, SeeCapitalsOfAnyScriptWithCase) {
  const auto is_capitalised = [](std::string_view word) {
    return IsCapitalised(ReadAll(word).marks.at(0));
  };
  EXPECT_TRUE(is_capitalised("Soap"));
  EXPECT_TRUE(is_capitalised("\u00c9cole"));
  EXPECT_TRUE(is_capitalised("\u01c5"));  // Title case.
  EXPECT_FALSE(is_capitalised("soap"));
  EXPECT_FALSE(is_capitalised("\u00e9cole"));
  EXPECT_FALSE(is_capitalised("\u6c34"));  // A script without case.
  EXPECT_FALSE(is_capitalised("7"));
}

TEST(WordPlaces, SeeWhatOpensDirectlyBefore) {
  EXPECT_THAT(Before("wash (hands)"), ElementsAre(kSpace, kOpening));
  EXPECT_THAT(Before("wash ( hands"), ElementsAre(kSpace, kSpace));
  EXPECT_THAT(Before("costs $5 \u20ac7 \u00a39"),
              ElementsAre(kSpace, kOpening, kOpening, kOpening));
  EXPECT_THAT(Before("\u201cwash\u201d hands"), ElementsAre(kOpening, kSpace));
  EXPECT_THAT(Before("wash, [hands"), ElementsAre(kSpace, kOpening));
}

TEST(WordPlaces, TakeAStraightQuoteAfterAWordForAClosingOne) {
  EXPECT_THAT(Before("\"wash\" hands"), ElementsAre(kOpening, kSpace));
  EXPECT_THAT(Before("wash\"hands"), ElementsAre(kSpace, kJoined));
  EXPECT_THAT(Before("'wash' 'hands'"), ElementsAre(kOpening, kOpening));
}

TEST(WordPlaces, SeeSeparatorsSinceTheLastTerm) {
  EXPECT_THAT(Before("wash, hands"), ElementsAre(kSpace, kSeparator));
  EXPECT_THAT(Before("wash; and the hands"), ElementsAre(kSpace, kSeparator));
  EXPECT_THAT(Before("wash: hands soap"),
              ElementsAre(kSpace, kSeparator, kSpace));
  EXPECT_THAT(Before("wash\u2014hands"), ElementsAre(kSpace, kSeparator));
  EXPECT_THAT(Before("wash -- hands - soap"),
              ElementsAre(kSpace, kSeparator, kSeparator));
  EXPECT_THAT(Before("wash--hands"), ElementsAre(kSpace, kSeparator));
}

TEST(WordPlaces, SeeNoSeparatorBeforeTheFirstWord) {
  EXPECT_THAT(Before("- wash"), ElementsAre(kSpace));
  EXPECT_THAT(Before("If so, wash"), ElementsAre(kSeparator));
}

TEST(WordPlaces, SeeWordsWithoutSpaceBetween) {
  EXPECT_THAT(Before("5mg"), ElementsAre(kSpace, kJoined));
  EXPECT_THAT(Before("well-known soap"), ElementsAre(kSpace, kJoined, kSpace));
  EXPECT_THAT(Before("two- hands"), ElementsAre(kSpace, kSpace));
  EXPECT_THAT(Before("by-law"), ElementsAre(kJoined));
  EXPECT_THAT(Before("a_b soap_hands"), ElementsAre(kSpace, kSpace, kSpace));
}

TEST(WordPlaces, GatherTheSignsOfTheSentence) {
  EXPECT_EQ(ReadAll("wash 'hands' - doctor's [soap].").signs, 0);
  EXPECT_EQ(ReadAll("5 %").signs, kPercentSign);
  for (const char* sign : {"$", "\u00a3", "\u20ac", "\u00a5"}) {
    EXPECT_EQ(ReadAll(sign).signs, kCurrencySign) << sign;
  }
  for (const char* sign : {"\"", "\u201c", "\u201d", "\u2018", "\u00bb"}) {
    EXPECT_EQ(ReadAll(sign).signs, kQuotationMark) << sign;
  }
  EXPECT_EQ(ReadAll("soap)").signs, kRoundBracket);
  EXPECT_EQ(ReadAll("(\"5 %\" of $5)").signs, 15);
}

TEST(WordPlaces, ReadAnyBytes) {
  EXPECT_THAT(Before("wash\xff hands \xe2\x80"), ElementsAre(kSpace, kSpace));
}

}  // namespace
}  // namespace answerbox::engine
