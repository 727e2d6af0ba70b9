#include <gtest/gtest.h>

#include <string_view>

#include "engine/words/dictionary_neighbours.h"

namespace answerbox::engine {
namespace {

EditCost Cost(std::u32string_view other, std::u32string_view word) {
  EditRows rows(word);
  for (const char32_t letter : other) rows.Push(letter);
  return rows.Whole();
}

TEST(EditRows, CountsEachKindOfEditOnce) {
  EXPECT_EQ(EditsOf(Cost(U"dose", U"dose")), 0u);
  EXPECT_EQ(EditsOf(Cost(U"symptoms", U"symtoms")), 1u);
  EXPECT_EQ(EditsOf(Cost(U"fever", U"feverr")), 1u);
  EXPECT_EQ(EditsOf(Cost(U"fever", U"favour")), 3u);
  EXPECT_EQ(EditsOf(Cost(U"patient", U"pateint")), 1u);
  EXPECT_EQ(EditsOf(Cost(U"", U"cold")), 4u);
  EXPECT_EQ(EditsOf(Cost(U"\u00e9t\u00e9", U"\u00e9te")), 1u);
}

TEST(EditRows, AnEditThatFingersMakeEasilyCostsLess) {
  EXPECT_EQ(Cost(U"ward", U"warf"), kEditCost - 1);  // Keys side by side.
  EXPECT_EQ(Cost(U"ward", U"warp"), kEditCost);
  EXPECT_EQ(Cost(U"ward", U"wrad"), kEditCost - 1);       // Swapped.
  EXPECT_EQ(Cost(U"vaccine", U"vacine"), kEditCost - 1);  // Not doubled.
  EXPECT_EQ(Cost(U"dose", U"dosse"), kEditCost - 1);      // Doubled.
  EXPECT_EQ(Cost(U"dose", U"dosle"), kEditCost);
  EXPECT_EQ(SlipsOf(Cost(U"vaccine", U"vacien")), 2u);
}

TEST(EditRows, KeysOfTheRowBelowAreNeighboursToo) {
  EXPECT_EQ(Cost(U"tea", U"tez"), kEditCost - 1);
  EXPECT_EQ(Cost(U"tea", U"teq"), kEditCost - 1);
  EXPECT_EQ(Cost(U"tea", U"tex"), kEditCost);
  EXPECT_EQ(Cost(U"top", U"tol"), kEditCost - 1);
}

TEST(EditRows, TakesTheOtherWordBackLetterByLetter) {
  constexpr std::u32string_view kWord = U"patient";
  EditRows rows(kWord);
  for (const char32_t letter : U"pattern") {
    if (letter != 0) rows.Push(letter);
  }
  rows.Truncate(3);
  for (const char32_t letter : {U'i', U'e', U'n', U't'}) rows.Push(letter);
  EXPECT_EQ(rows.Whole(), 0);
  EXPECT_EQ(rows.size(), kWord.size());
}

TEST(EditRows, NoLongerWordCostsLessThanTheLeast) {
  EditRows rows(std::u32string_view(U"injection"));
  EditCost least = 0;
  for (const char32_t letter : {U'i', U'b', U'j', U'e', U'k', U't'}) {
    rows.Push(letter);
    EXPECT_GE(rows.Least(), least);
    least = rows.Least();
  }
  EXPECT_EQ(EditsOf(least), 2u);
}

}  // namespace
}  // namespace answerbox::engine
