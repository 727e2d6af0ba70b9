#include "client/terminal/line_wrap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Lines(const std::string& text, std::size_t columns,
                               LineEnds line_ends = LineEnds::kJoin) {
  std::vector<std::string> lines;
  for (const TextRange line : WrapLines(text, columns, line_ends)) {
    lines.push_back(text.substr(line.begin, line.end - line.begin));
  }
  return lines;
}

TEST(LineWrap, BreaksAtWhiteSpace) {
  EXPECT_THAT(Lines("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(Lines("one two three", 6), ElementsAre("one", "two", "three"));
}

TEST(LineWrap, CountsColumnsNotBytes) {
  EXPECT_THAT(Lines("\xC3\xA4\xC3\xA4 \xC3\xA4\xC3\xA4 b", 5),
              ElementsAre("\xC3\xA4\xC3\xA4 \xC3\xA4\xC3\xA4", "b"));
}

TEST(LineWrap, BreaksLongWordsAnywhere) {
  EXPECT_THAT(Lines("a abcdefg h", 3), ElementsAre("a", "abc", "def", "g h"));
}

TEST(LineWrap, JoinsLinesAndKeepsParagraphs) {
  EXPECT_THAT(Lines("a\nb\n \nc", 9), ElementsAre("a\nb", "", "c"));
}

TEST(LineWrap, CountsEveryBlankBetweenWords) {
  EXPECT_THAT(Lines("a   b c", 5), ElementsAre("a   b", "c"));
  EXPECT_THAT(Lines("a   b c", 4), ElementsAre("a", "b c"));
}

TEST(LineWrap, KeepsLinesWhenAsked) {
  EXPECT_THAT(Lines("a\nb c\n\nd", 9, LineEnds::kKeep),
              ElementsAre("a", "b c", "", "d"));
}

TEST(LineWrap, MakesNothingOfNothing) {
  EXPECT_THAT(Lines("", 9), IsEmpty());
  EXPECT_THAT(Lines(" \n\n ", 9), IsEmpty());
}

TEST(LineWrap, MovesOnWhenACharacterIsWiderThanTheLine) {
  EXPECT_EQ(Lines("\xE6\x89\x8B", 1).size(), 3u);
}

TEST(LineWrap, CountsTheBlanksThatStandForControlCharacters) {
  EXPECT_THAT(Lines("a\xE2\x80\xAE b", 5), ElementsAre("a\xE2\x80\xAE", "b"));
}

TEST(Indented, PutsBlanksBeforeEachLine) {
  EXPECT_EQ(Indented("one two three", 12, 2, 4), "  one two\n    three\n");
  EXPECT_EQ(Indented("", 12, 2, 4), "");
}

TEST(LabelledRow, StaysALineWhereThatFits) {
  EXPECT_EQ(LabelledRow({}, "Label ", "text\x1b"), "Label text\\x1b\n");
  EXPECT_EQ(LabelledRow({.is_terminal = true, .columns = 20}, "Label  ",
                        "one two three"),
            "Label  one two three\n");
}

TEST(LabelledRow, WrapsBesideItsLabelOrBelow) {
  EXPECT_EQ(LabelledRow({.is_terminal = true, .columns = 24}, "Label  ",
                        "one two three four five"),
            "Label  one two three\n"
            "       four five\n");
  EXPECT_EQ(LabelledRow({.is_terminal = true, .columns = 20}, "  Label  ",
                        "one two three four five"),
            "  Label\n"
            "    one two three\n"
            "    four five\n");
}

TEST(RenderLine, AddsStylesOfOverlappingRanges) {
  const Terminal terminal{.is_terminal = true, .styled = true};
  const std::vector<StyledRange> styles = {{{0, 7}, Style::kBold},
                                           {{4, 9}, Style::kUnderlined}};
  EXPECT_EQ(RenderLine(terminal, "one two six", {0, 11}, styles),
            "\x1b[1mone \x1b[0m\x1b[1;4mtwo\x1b[0m\x1b[4m s\x1b[0mix");
}

TEST(RenderLine, BlanksOutEscapeSequences) {
  EXPECT_EQ(RenderLine({}, "a\x1b[2Jb", {0, 6}, {}), "a [2Jb");
}

}  // namespace
}  // namespace answerbox::client
