#include "client/terminal/text_width.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

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
