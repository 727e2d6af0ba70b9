#include "daemon/protocol/http/page/html.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace answerbox::daemon::page {
namespace {

TEST(Escape, LeavesNothingThatIsMarkup) {
  EXPECT_EQ(Escape(R"(<script src="x">a&b</script>' )"),
            "&lt;script src=&quot;x&quot;&gt;a&amp;b&lt;/script&gt;&#39; ");
}

TEST(Escape, MakesBlanksOfControlCharacters) {
  EXPECT_EQ(Escape(std::string_view("a\0b\x1B[1m\tc\rd\x7F", 12)),
            "a b [1m c d ");
  EXPECT_EQ(Escape("\xC2\x85\xC2\x9F\xC2\xA0"), "  \xC2\xA0");
  EXPECT_EQ(Escape("two\nlines"), "two\nlines");
}

TEST(Escape, ShowsWhereTheDirectionWouldTurn) {
  EXPECT_EQ(Escape("5 \xE2\x80\xAEgm"), "5 \xEF\xBF\xBDgm");
  for (const std::string turning :
       {"\xE2\x80\xAA", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA7",
        "\xE2\x81\xA8", "\xE2\x81\xA9"}) {
    EXPECT_EQ(Escape(turning + "10 20"),
              "\xEF\xBF\xBD"
              "10 20");
  }
  EXPECT_EQ(Escape("\xE2\x81\xA5\xE2\x81\xAA"), "\xE2\x81\xA5\xE2\x81\xAA");
  // The marks of one direction turn nothing.
  EXPECT_EQ(Escape("\xE2\x80\x8F"), "\xE2\x80\x8F");
  EXPECT_EQ(Escape("\xE2\x80\xA6"), "\xE2\x80\xA6");
}

TEST(Escape, ReplacesWhatIsNotUtf8) {
  for (const std::string_view text :
       {"\x80", "\xC3", "\xE2\x80", "\xF0\x9F\x98", "\xC0\xBC", "\xFF"}) {
    const std::string escaped = Escape(text);
    EXPECT_TRUE(escaped.starts_with("\xEF\xBF\xBD")) << escaped;
    EXPECT_EQ(escaped.size(), 3 * text.size());
  }
  EXPECT_EQ(Escape("\xC3<"), "\xEF\xBF\xBD&lt;");
}

TEST(Isolated, KeepsADirectionToItself) {
  EXPECT_EQ(Isolated("\xD7\xA9<"), "<bdi>\xD7\xA9&lt;</bdi>");
}

TEST(Element, EndsWithTheNameOfItsTag) {
  EXPECT_EQ(Element("p class=note", "x"), "<p class=note>x</p>");
  EXPECT_EQ(Element("b", ""), "<b></b>");
}

TEST(MarkedText, NestsMarksThatOverlap) {
  const Mark marks[] = {{{0, 4}, "strong"}, {{2, 6}, "mark"}};
  EXPECT_EQ(MarkedText("a<b>cd", {0, 6}, marks),
            "<strong>a&lt;</strong><strong><mark>b&gt;</mark></strong>"
            "<mark>cd</mark>");
}

TEST(MarkedText, KeepsToTheText) {
  const Mark marks[] = {{{1, 99}, "mark"}, {{5, 2}, "u"}, {{0, 0}, "u"}};
  EXPECT_EQ(MarkedText("abc", {0, 50}, marks), "a<mark>bc</mark>");
  EXPECT_EQ(MarkedText("abc", {7, 9}, marks), "");
  EXPECT_EQ(MarkedText("abc", {1, 2}, marks), "<mark>b</mark>");
}

TEST(QueryText, LeavesOnlyWhatAnAddressTakes) {
  EXPECT_EQ(QueryText("a b&c=d\"<\xC3\xA9~"), "a%20b%26c%3Dd%22%3C%C3%A9~");
}

}  // namespace
}  // namespace answerbox::daemon::page
