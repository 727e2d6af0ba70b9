#include "client/terminal/table.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

TEST(Table, AlignsColumns) {
  Table table({{"Name"}, {"Size", Align::kRight}, {"Why"}});
  table.AddRow({"a", "1", "short"});
  table.AddRow({"\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", "1,000", ""});
  EXPECT_EQ(table.Render({}),
            "Name    Size  Why\n"
            "a          1  short\n"
            "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4  1,000\n");
}

TEST(Table, EscapesControlCharacters) {
  Table table({{"Name"}});
  table.AddRow({"a\nb\x1b[m"});
  EXPECT_EQ(table.Render({}), "Name\na\\nb\\x1b[m\n");
}

TEST(Table, WrapsItsLastColumnOnANarrowTerminal) {
  Table table({{"A"}, {"Why"}});
  table.AddRow({"abc", "one two three four"});
  EXPECT_EQ(table.Render({.is_terminal = true, .columns = 20}),
            "A    Why\n"
            "abc  one two three\n"
            "     four\n");
}

TEST(Table, ShortensAnotherColumnOnANarrowTerminal) {
  Table table({{"Name"}, {"Size", Align::kRight}});
  table.AddRow({"a-name-that-is-much-too-long", "12"});
  EXPECT_EQ(table.Render({.is_terminal = true, .columns = 20}),
            "Name            Size\n"
            "a-name-that-i\xE2\x80\xA6    12\n");
}

TEST(Table, IsWrittenInLinesWhereItDoesNotFitAtAll) {
  Table table({{"Name"},
               {"Documents", Align::kRight},
               {"On disk", Align::kRight},
               {"Why"}});
  table.AddRow({"a name that is long", "1,000", "12.3 MB", ""});
  EXPECT_EQ(table.Render({.is_terminal = true, .columns = 24}),
            "a name that is long\n"
            "  Documents  1,000\n"
            "  On disk    12.3 MB\n");
}

TEST(Table, IsNeverCutWithoutATerminal) {
  Table table({{"Name"}, {"Size", Align::kRight}});
  table.AddRow({std::string(200, 'a'), "1"});
  EXPECT_NE(table.Render({}).find(std::string(200, 'a')), std::string::npos);
}

}  // namespace
}  // namespace answerbox::client
