#include "client/terminal/printable.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

TEST(Escaped, ShowsControlCharacters) {
  EXPECT_EQ(Escaped("a\nb\t\x1b[2J\x7F"), "a\\nb\\t\\x1b[2J\\x7f");
}

TEST(Escaped, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(Escaped("a\xFF\xC3"), "a\\xff\\xc3");
}

TEST(Escaped, ShowsWhatMisleadsReaders) {
  EXPECT_EQ(Escaped("a\xE2\x80\xAE"
                    "b"),
            "a\\xe2\\x80\\xaeb");
  EXPECT_EQ(Escaped("\xC2\x9B"), "\\xc2\\x9b");
}

TEST(Escaped, ShowsWhatHides) {
  EXPECT_EQ(Escaped("a\xE2\x80\x8B"
                    "b\xEF\xBB\xBF\xC2\xAD"),
            "a\\xe2\\x80\\x8bb\\xef\\xbb\\xbf\\xc2\\xad");
  // U+2065, U+FFF0 and U+E0FFF are reserved for such characters.
  EXPECT_EQ(Escaped("\xE2\x81\xA5\xEF\xBF\xB0\xF3\xA0\xBF\xBF"),
            "\\xe2\\x81\\xa5\\xef\\xbf\\xb0\\xf3\\xa0\\xbf\\xbf");
  EXPECT_EQ(Escaped("\xE2\x80\x8F\xD8\x9C"), "\\xe2\\x80\\x8f\\xd8\\x9c");
  // A joiner in Persian.
  const char* joined = "\xDB\x8C\xE2\x80\x8C\xD8\xB1";
  EXPECT_EQ(Escaped(joined), joined);
}

TEST(Escaped, LeavesTextInAnyScript) {
  const char* text = "h\xC3\xA4nde \xE6\x89\x8B \xF0\x9F\x91\x8B";
  EXPECT_EQ(Escaped(text), text);
}

TEST(BlankedOut, KeepsEveryOffset) {
  EXPECT_EQ(BlankedOut("a\x1b[m\n\xC2\x9B\xFF"
                       "\xC3\xA4"),
            "a [m    \xC3\xA4");
}

// Two characters of 2 columns each.
constexpr const char* kWide = "\xE6\x89\x8B\xE6\x89\x8B";

TEST(TextWidth, CountsColumns) {
  EXPECT_EQ(DisplayWidth(""), 0u);
  EXPECT_EQ(DisplayWidth("abc"), 3u);
  EXPECT_EQ(DisplayWidth("\xC3\xA4"), 1u);
  EXPECT_EQ(DisplayWidth("e\xCC\x81"), 1u);  // A combining accent.
  EXPECT_EQ(DisplayWidth(kWide), 4u);
  EXPECT_EQ(DisplayWidth("\xFF"), 1u);
}

TEST(TextWidth, NeverSplitsACharacter) {
  EXPECT_EQ(FitsInto(kWide, 3), 3u);
  EXPECT_EQ(FitsInto(kWide, 1), 0u);
  EXPECT_EQ(FitsInto("abc", 9), 3u);
}

TEST(TextWidth, ShortensWithAnEllipsis) {
  EXPECT_EQ(Shortened("abcd", 4), "abcd");
  EXPECT_EQ(Shortened("abcde", 4), "abc\xE2\x80\xA6");
  EXPECT_EQ(Shortened(kWide, 3), "\xE6\x89\x8B\xE2\x80\xA6");
  EXPECT_EQ(Shortened("ab", 0), "");
}

}  // namespace

}  // namespace answerbox::client
