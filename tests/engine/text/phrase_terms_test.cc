#include "engine/text/phrase_terms.h"

#include <gtest/gtest.h>

namespace answerbox::engine {
namespace {

TEST(PhraseTerms, AreStemsWithoutStopWords) {
  TermNormalizer normalizer(Profile::kDefault);
  EXPECT_EQ(ReadPhrase("the Duties\nof care", normalizer).text(), "duti care");
  EXPECT_TRUE(ReadPhrase("who are they", normalizer).empty());
  EXPECT_EQ(ReadPhrase("1 2 3 4 5 6 7 8", normalizer).text(),
            "1 2 3 4 5 6 7 8");
  EXPECT_TRUE(ReadPhrase("1 2 3 4 5 6 7 8 9", normalizer).empty());
}

// Segments store these numbers.
TEST(PhraseTerms, HaveANumber) {
  EXPECT_EQ(HashOfPhrase(""), 0x811C9DC5u);
  EXPECT_EQ(HashOfPhrase("foobar"), 0xBF9CF968u);  // Of FNV's authors.
  EXPECT_EQ(HashOfPhrase("bar", HashOfPhrase("foo")), HashOfPhrase("foobar"));
}

TEST(PhraseTerms, WordsHaveANumberWhateverStandsBetweenThem) {
  EXPECT_EQ(HashOfWords("blood pressure"), HashOfPhrase("blood pressure"));
  EXPECT_EQ(HashOfWords("blood \n\t pressure"), HashOfWords("blood pressure"));
  EXPECT_NE(HashOfWords("Blood pressure"), HashOfWords("blood pressure"));
  EXPECT_NE(HashOfWords("bloodpressure"), HashOfWords("blood pressure"));
}

}  // namespace
}  // namespace answerbox::engine
