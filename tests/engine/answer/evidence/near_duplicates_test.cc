#include "engine/answer/evidence/near_duplicates.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::engine {
namespace {

bool Same(std::string_view a, std::string_view b) {
  std::vector<std::byte> storage(4096);
  Arena arena(storage);
  const WordSet left(a, arena);
  const WordSet right(b, arena);
  EXPECT_EQ(SayTheSame(left, right), SayTheSame(right, left));
  return SayTheSame(left, right);
}

TEST(NearDuplicates, AreSentencesOfTheSameWords) {
  EXPECT_TRUE(Same("Vaccines are kept cold.", "Vaccines are kept cold."));
  EXPECT_TRUE(Same("VACCINES are  kept cold!", "vaccines, are kept\ncold"));
  EXPECT_FALSE(Same("Vaccines are kept cold.", "Gloves are worn once."));
}

TEST(NearDuplicates, AreSentencesOfNearlyTheSameWords) {
  // Four of five words are the same: the cosine is .8.
  EXPECT_TRUE(Same("alpha bravo charlie delta echo",
                   "alpha bravo charlie delta foxtrot"));
  EXPECT_FALSE(Same("alpha bravo charlie delta", "alpha bravo charlie golf"));
}

TEST(NearDuplicates, DifferInNoNumber) {
  EXPECT_TRUE(Same("Children of all ages take up to 4 mg of it every day.",
                   "Children of all ages take 4 mg of it every day."));
  EXPECT_FALSE(Same("Children of all ages take up to 4 mg of it every day.",
                    "Children of all ages take up to 5 mg of it every day."));
  EXPECT_FALSE(Same("Children of all ages take up to 4 mg of it every day.",
                    "Children of all ages take up to 4 ml of it every day."));
  EXPECT_FALSE(Same("Children of all ages take it every single day.",
                    "Children of all ages take it every single day, 4 mg."));
}

TEST(NearDuplicates, DifferInNoNameOrDay) {
  EXPECT_FALSE(
      Same("On every second Monday of summer the clinic stays closed.",
           "On every second Friday of summer the clinic stays closed."));
  EXPECT_TRUE(Same("Every second day of summer the clinic stays closed.",
                   "The second day of every summer the clinic stays closed."));
}

TEST(NearDuplicates, DoNotDifferByShortWords) {
  EXPECT_TRUE(Same("The key is in the box by the door",
                   "the key is in a box at the door"));
  EXPECT_FALSE(Same("Yes.", "Yes."));  // No word counts.
}

TEST(NearDuplicates, CompareTheFirstWordsOfALongSentence) {
  std::string sentence;
  for (std::size_t i = 0; i < 2 * kMaxComparedWords; ++i) {
    sentence += "word" + std::to_string(i) + " ";
  }
  EXPECT_TRUE(Same(sentence, sentence + "and so on"));
}

TEST(NearDuplicates, AreNotSoughtWhereDigestsDiffer) {
  SentenceDigest one;
  one.positions = 3;
  one.terms = 8;
  SentenceDigest other = one;
  EXPECT_TRUE(MaySayTheSame(one, other));
  other.terms = 5;
  EXPECT_TRUE(MaySayTheSame(one, other));
  other.terms = 4;
  EXPECT_FALSE(MaySayTheSame(one, other));
  other = one;
  other.negations = 1;
  EXPECT_FALSE(MaySayTheSame(one, other));
  other = one;
  other.new_names = 1;
  EXPECT_FALSE(MaySayTheSame(one, other));
  other = one;
  other.positions = 1;
  EXPECT_FALSE(MaySayTheSame(one, other));
}

}  // namespace
}  // namespace answerbox::engine
