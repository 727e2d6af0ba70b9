#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "client/convert/tags/tagged_blocks.h"

namespace answerbox::client::tags {
namespace {

using ::testing::Each;

constexpr std::u32string_view kFirst = U"washyourhandsbeforeeachmeal";
constexpr std::u32string_view kSecond = U"keepthewoundcleananddry";

std::vector<std::uint32_t> Counted(std::uint32_t from, std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::generate(numbers.begin(), numbers.end(), [&] { return from++; });
  return numbers;
}

TEST(Letters, OfEqualTextsAllMatch) {
  EXPECT_EQ(MatchLetters(kFirst, kFirst), Counted(0, kFirst.size()));
}

TEST(Letters, MatchInAnyOrderOfStretches) {
  const std::u32string from = std::u32string(kFirst) + std::u32string(kSecond);
  const std::u32string to = std::u32string(kSecond) + std::u32string(kFirst);
  const auto places = MatchLetters(from, to);
  EXPECT_EQ(places.front(), kSecond.size());
  EXPECT_EQ(places[kFirst.size()], 0u);
}

TEST(Letters, ThatAreMissingHaveNoPlace) {
  const std::u32string from =
      std::u32string(kFirst) + U"xyz" + std::u32string(kSecond);
  const std::u32string to = std::u32string(kFirst) + std::u32string(kSecond);
  const auto places = MatchLetters(from, to);
  EXPECT_EQ(places[kFirst.size() - 1], kFirst.size() - 1);
  EXPECT_EQ(places[kFirst.size()], kNoLetter);
  EXPECT_EQ(places[kFirst.size() + 3], kFirst.size());
}

TEST(Letters, OfShortTextsDoNotMatchByChance) {
  EXPECT_THAT(MatchLetters(U"soap", U"soap"), Each(kNoLetter));
}

TEST(Letters, OfAHeadingThatOccursTwiceMatchBetweenKnownPlaces) {
  const auto text = [](std::u32string_view around) {
    return U"handhygiene" + std::u32string(kFirst) + std::u32string(around) +
           U"handhygiene" + std::u32string(around) + std::u32string(kSecond);
  };
  const auto places = MatchLetters(text(U"abcabc"), text(U"dedede"));
  const std::size_t heading = 11 + kFirst.size() + 6;
  EXPECT_EQ(places[heading], heading);
  EXPECT_EQ(places[heading - 1], kNoLetter);
}

TEST(Letters, InGapsOfMoreThan512AreNotLookedFor) {
  const auto place_of_heading = [](std::size_t filled) {
    const auto text = [&](char32_t filler) {
      return U"handhygiene" + std::u32string(kFirst) +
             std::u32string(filled, filler) + U"handhygiene" +
             std::u32string(kSecond);
    };
    // A letter that differs, so that the heading is not beside known letters.
    std::u32string to = text(U'q');
    to.insert(to.size() - kSecond.size(), 1, U'-');
    return MatchLetters(text(U'z'), to)[11 + kFirst.size() + filled];
  };
  EXPECT_EQ(place_of_heading(400), 11 + kFirst.size() + 400);
  EXPECT_EQ(place_of_heading(600), kNoLetter);
}

TEST(Letters, NeverShareAPlace) {
  const std::u32string from =
      std::u32string(kFirst) + U"xyzx" + std::u32string(kSecond);
  const std::u32string to =
      std::u32string(kFirst) + U"x" + std::u32string(kSecond);
  const auto places = MatchLetters(from, to);
  EXPECT_EQ(places[kFirst.size()], kFirst.size());
  EXPECT_EQ(places[kFirst.size() + 3], kNoLetter);
  EXPECT_EQ(places.back(), to.size() - 1);
}

TEST(Letters, MayBeNone) {
  EXPECT_TRUE(MatchLetters(U"", kFirst).empty());
  EXPECT_THAT(MatchLetters(kFirst, U""), Each(kNoLetter));
}

}  // namespace
}  // namespace answerbox::client::tags
