#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "engine/answer/ranking/paper_sentences.h"

namespace answerbox::engine {
namespace {

TEST(DistinctTerms, HoldsNothingAtFirst) {
  const DistinctTerms terms;
  EXPECT_EQ(terms.size(), 0u);
  EXPECT_FALSE(terms.Contains(0));
}

TEST(DistinctTerms, CountsATermOnce) {
  DistinctTerms terms;
  const std::vector<TermNumber> numbers = {7, 0, 7, 0xFFFFFFFEu, 7};
  terms.Assign(numbers);
  EXPECT_EQ(terms.size(), 3u);
  for (const TermNumber number : numbers) {
    EXPECT_TRUE(terms.Contains(number)) << number;
  }
  EXPECT_FALSE(terms.Contains(1));
}

TEST(DistinctTerms, ForgetsTheSentenceBefore) {
  DistinctTerms terms;
  terms.Assign(std::vector<TermNumber>{1, 2, 3});
  terms.Assign(std::vector<TermNumber>{4});
  EXPECT_EQ(terms.size(), 1u);
  EXPECT_FALSE(terms.Contains(1));
}

TEST(DistinctTerms, AgreesWithASetUpToTheLongestSentence) {
  DistinctTerms terms;
  std::vector<TermNumber> numbers;
  std::set<TermNumber> expected;
  for (std::uint32_t i = 0; i < kMaxSentenceTerms; ++i) {
    numbers.push_back(i * 0x01000193u >> (i % 24));
    expected.insert(numbers.back());
    terms.Assign(numbers);
    ASSERT_EQ(terms.size(), expected.size()) << i;
  }
  for (TermNumber number = 0; number < 5000; ++number) {
    ASSERT_EQ(terms.Contains(number), expected.contains(number)) << number;
  }
}

// Tries numbers on both sides of the limit from which on a hash table replaces
// bits, and the greatest number.
TEST(DistinctTerms, AgreeWithASetHoweverGreatTheNumbersAre) {
  DistinctTerms terms;
  for (TermNumber greatest = 1; greatest < 1000; ++greatest) {
    const std::vector<TermNumber> numbers = {0, greatest, 5, greatest, 33};
    terms.Assign(numbers);
    const std::set<TermNumber> expected(numbers.begin(), numbers.end());
    ASSERT_EQ(terms.size(), expected.size()) << greatest;
    for (TermNumber number = 0; number < 2000; ++number) {
      ASSERT_EQ(terms.Contains(number), expected.contains(number)) << greatest;
    }
  }
}

}  // namespace
}  // namespace answerbox::engine
