#include "lab/evaluate/measures/rouge.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::lab {
namespace {

RougeScores Score(const std::string& text,
                  const std::vector<std::string>& references) {
  return RougeScorer().Score(text, references);
}

// Lin 2004, section 3.2: with S1 as the reference, S2 has an LCS of 3 words,
// S3 one of 2.
TEST(Rouge, GivesTheValuesOfItsPaper) {
  const std::string s1 = "police killed the gunman";
  EXPECT_DOUBLE_EQ(Score("police kill the gunman", {s1}).l, 1.0);  // Stems.
  EXPECT_DOUBLE_EQ(Score("police ended the gunman", {s1}).l, 3.0 / 4);
  EXPECT_DOUBLE_EQ(Score("the gunman kill police", {s1}).l, 2.0 / 4);
}

// Shared words: the (twice), cat, on; so P = 4/6 and R = 4/5.
// Shared pairs: "the cat", "on the"; so P = 2/5 and R = 2/4.
// In order: the cat on the; so P = 4/6 and R = 4/5.
TEST(Rouge, IsTheHarmonicMeanOfPrecisionAndRecall) {
  const RougeScores scores =
      Score("The cat sat on the mat.", {"The cat on the rug"});
  EXPECT_DOUBLE_EQ(scores.one, 8.0 / 11);
  EXPECT_DOUBLE_EQ(scores.two, 4.0 / 9);
  EXPECT_DOUBLE_EQ(scores.l, 8.0 / 11);
}

TEST(Rouge, CountsAWordAtMostAsOftenAsTheReferenceHasIt) {
  EXPECT_DOUBLE_EQ(Score("the the the the", {"the cat"}).one, 2.0 / 6);
}

TEST(Rouge, TakesTheBestReferenceOfEachMeasure) {
  // The first shares both words and no pair; the second shares a pair.
  const RougeScores scores =
      Score("red rose", {"rose red", "the red rose of a tall king"});
  EXPECT_DOUBLE_EQ(scores.one, 1.0);
  EXPECT_DOUBLE_EQ(scores.two, 2.0 / 7);
  EXPECT_DOUBLE_EQ(scores.l, 1.0 / 2);
}

TEST(Rouge, PartsWordsAtEveryOtherCharacter) {
  RougeScorer scorer;
  EXPECT_EQ(scorer.Words("Don't 2.5caf\u00e9_x").size(), 5u);
  EXPECT_EQ(scorer.Words("A-b"), scorer.Words("a B"));
}

TEST(Rouge, StemsWordsOfMoreThanThreeLettersOnly) {
  RougeScorer scorer;
  EXPECT_EQ(scorer.Words("cared caring cares"), scorer.Words("care care care"));
  EXPECT_NE(scorer.Words("was"), scorer.Words("wa"));
}

TEST(Rouge, IsZeroWithoutWords) {
  for (const auto& [text, reference] :
       {std::pair("", "a cat"), std::pair("a cat", ""), std::pair("", "")}) {
    const RougeScores scores = Score(text, {reference});
    EXPECT_EQ(scores.one, 0.0);
    EXPECT_EQ(scores.two, 0.0);
    EXPECT_EQ(scores.l, 0.0);
  }
  EXPECT_EQ(Score("a cat", {}).one, 0.0);
  EXPECT_EQ(Score("cat", {"cat"}).two, 0.0);  // Neither has a pair.
}

}  // namespace
}  // namespace answerbox::lab
