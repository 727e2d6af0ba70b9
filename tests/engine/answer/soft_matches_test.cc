#include "engine/answer/soft_matches.h"

#include <gtest/gtest.h>

#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

TEST(PrefixSimilarity, IsFullForEqualTermsOfAnyLength) {
  EXPECT_EQ(PrefixSimilarity("a", "a"), kSame);
  EXPECT_EQ(PrefixSimilarity("vaccin", "vaccin"), kSame);
}

TEST(PrefixSimilarity, IsTheShareOfTheCommonBeginning) {
  EXPECT_EQ(PrefixSimilarity("vaccin", "vaccinat"), kSame * 6 / 8);
  EXPECT_EQ(PrefixSimilarity("nation", "nativ"), kSame * 4 / 6);
}

TEST(PrefixSimilarity, IsNoneBelowSixTenthsOrFourBytes) {
  EXPECT_EQ(PrefixSimilarity("abcdefghij", "abcdefzzzz"), kSame * 6 / 10);
  EXPECT_EQ(PrefixSimilarity("abcdefghijk", "abcdefzzzzz"), 0);
  EXPECT_EQ(PrefixSimilarity("abc", "abcd"), 0);
  EXPECT_EQ(PrefixSimilarity("", "abcd"), 0);
}

class SoftMatchesTest : public testing::Test {
 protected:
  SoftMatches Find(const IndexInMemory& index, std::string_view question) {
    TermNormalizer normalizer(Profile::kDefault);
    const LiveSegment segments[] = {index.live()};
    const auto terms = AnalyzeQuestion(question, normalizer, *arena_);
    const auto lookup = TermLookup::Find(segments, terms, *arena_);
    return *SoftMatches::Find(segments[0], 0, terms, *lookup, *arena_);
  }
  static TermNumber Number(const IndexInMemory& index, std::string_view term) {
    return (*index.reader().terms().Find(term))->number;
  }

  TestArena arena_;
};

TEST_F(SoftMatchesTest, FindsExactAndAlikeTermsOfTheDictionary) {
  const IndexInMemory index({"Medicine, medication and medics met a mermaid."});
  const auto matches = Find(index, "medicines");
  const auto exact = matches.Of(Number(index, "medicin"));
  ASSERT_EQ(exact.size(), 1u);
  EXPECT_EQ(exact[0].similarity, kSame);
  const auto alike = matches.Of(Number(index, "medic"));
  ASSERT_EQ(alike.size(), 1u);
  EXPECT_EQ(alike[0].similarity, kSame * 5 / 7);
  EXPECT_TRUE(matches.Of(Number(index, "mermaid")).empty());
}

TEST_F(SoftMatchesTest, LetsOneTermStandForTwoQuestionTerms) {
  const IndexInMemory index({"An electron."});
  const auto matches = Find(index, "electricity electronics");
  EXPECT_EQ(matches.Of(Number(index, "electron")).size(), 2u);
}

TEST_F(SoftMatchesTest, TellsNumbersApartByEveryDigit) {
  const IndexInMemory index({"Call 5550100 or 5550101."});
  const auto matches = Find(index, "5550100");
  EXPECT_EQ(matches.Of(Number(index, "5550100")).size(), 1u);
  EXPECT_TRUE(matches.Of(Number(index, "5550101")).empty());
}

}  // namespace
}  // namespace answerbox::engine
