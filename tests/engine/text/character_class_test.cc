#include "engine/text/character_class.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace answerbox::engine {
namespace {

TEST(Decode, ReadsCharactersOfEveryLength) {
  const std::string_view text = "a\u00e9\u20ac\U0001f600";
  EXPECT_EQ(Decode(text, 0).code_point, U'a');
  EXPECT_EQ(Decode(text, 1).code_point, U'\u00e9');
  EXPECT_EQ(Decode(text, 3).code_point, U'\u20ac');
  EXPECT_EQ(Decode(text, 6).code_point, U'\U0001f600');
  EXPECT_EQ(Decode(text, 6).bytes, 4u);
}

// Every code point that Python 3 counts as white space.
TEST(IsSpace, AgreesWithThePublishedMethod) {
  const std::u32string_view spaces =
      U"\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003"
      U"\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f"
      U"\u3000";
  std::size_t count = 0;
  for (char32_t c = 1; c < 0x110000; ++c) {
    if (!IsSpace(c)) continue;
    ++count;
    EXPECT_NE(spaces.find(c), spaces.npos) << static_cast<std::uint32_t>(c);
  }
  EXPECT_EQ(count, spaces.size());
}

TEST(IsAlphanumeric, TakesLettersAndNumbersOfAnyKind) {
  using namespace std::string_view_literals;
  for (const char32_t c : U"aZ5\u00e9\u00b2\u00bd\u2167\u4e2d\u0663\u02b0"sv) {
    EXPECT_TRUE(IsAlphanumeric(c)) << static_cast<std::uint32_t>(c);
  }
  for (const char32_t c : U"_ -\u0301\u20ac\u2022\u00ad"sv) {
    EXPECT_FALSE(IsAlphanumeric(c)) << static_cast<std::uint32_t>(c);
  }
}

TEST(ExtendsWord, TakesMarksAndInvisibleCharactersButNoZeroWidthSpace) {
  EXPECT_TRUE(ExtendsWord(U'\u0301'));
  EXPECT_TRUE(ExtendsWord(U'\u00ad'));
  EXPECT_TRUE(ExtendsWord(U'\u200d'));
  EXPECT_FALSE(ExtendsWord(U'\u200b'));
  EXPECT_FALSE(ExtendsWord(U'-'));
}

TEST(IsCapital, TakesUpperTitleAndCaselessLetters) {
  EXPECT_TRUE(IsCapital(U'A'));
  EXPECT_TRUE(IsCapital(U'\u00c9'));
  EXPECT_TRUE(IsCapital(U'\u01c5'));
  EXPECT_TRUE(IsCapital(U'\u4e2d'));
  EXPECT_FALSE(IsCapital(U'a'));
  EXPECT_FALSE(IsCapital(U'5'));
}

TEST(SkipSpace, StopsAtTheFirstOtherCharacterOrTheEnd) {
  const std::string_view text = " \u00a0\u3000x ";
  EXPECT_EQ(SkipSpace(text, 0, text.size()), 6u);
  EXPECT_EQ(SkipSpace(text, 0, 3), 3u);
  EXPECT_EQ(SkipSpace(text, 7, text.size()), text.size());
}

TEST(SkipWord, StopsAtTheFirstWhiteSpaceOrTheEnd) {
  const std::string_view text = "\u00e9t\u00e9\u2003x";
  EXPECT_EQ(SkipWord(text, 0, text.size()), 5u);
  EXPECT_EQ(SkipWord(text, 8, text.size()), text.size());
}

// The total that DerivedCoreProperties.txt states.
TEST(IsDefaultIgnorable, HoldsFor4174CodePoints) {
  int count = 0;
  for (char32_t c = 0; c <= 0x10ffff; ++c) count += IsDefaultIgnorable(c);
  EXPECT_EQ(count, 4174);
}

TEST(IsDefaultIgnorable, HoldsForReservedOnesToo) {
  for (const char32_t c :
       {0x00adu, 0x034fu, 0x180fu, 0x200bu, 0x200fu, 0x2060u, 0x2065u, 0x206fu,
        0xfff0u, 0xfff8u, 0xe0000u, 0xe01f0u, 0xe0fffu}) {
    EXPECT_TRUE(IsDefaultIgnorable(c)) << static_cast<std::uint32_t>(c);
  }
  for (const char32_t c :
       {0x0000u, 0x0061u, 0x00acu, 0x00aeu, 0x2010u, 0x2070u, 0xffefu, 0xfff9u,
        0xfffdu, 0xdffffu, 0xe1000u, 0x10ffffu}) {
    EXPECT_FALSE(IsDefaultIgnorable(c)) << static_cast<std::uint32_t>(c);
  }
}

TEST(IsDefaultIgnorable, HoldsForJoinersAndSelectors) {
  for (char32_t c = 0; c <= 0x10ffff; ++c) {
    if (IsJoiner(c) || IsVariationSelector(c)) {
      EXPECT_TRUE(IsDefaultIgnorable(c)) << static_cast<std::uint32_t>(c);
    }
  }
}

}  // namespace

}  // namespace answerbox::engine
