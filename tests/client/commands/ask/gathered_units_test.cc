#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>
#include <string_view>

#include "client/commands/ask/answer_page.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

json::array UnitsOf(std::string_view text) {
  return json::parse({text.data(), text.size()}).as_array();
}

constexpr const char* kUnits = R"([
  {"text":"You need:\n- gauze\r\n\n# tape","document":"a_b.md","page":4,
   "section":["Wounds","Dressing"]},
  {"text":"Keep *it* dry.","document":"a_b.md","page":null,"section":[],
   "also_in":[{"document":"c.md"}]},
  {"text":"One.","document":"d.md","section":[]}])";

TEST(GatheredUnits, TextHasAPlaceBeforeEachUnit) {
  EXPECT_EQ(UnitsText(UnitsOf(kUnits)),
            "[a_b.md, page 4, Wounds > Dressing]\n"
            "You need:\n- gauze\n\n# tape\n"
            "\n"
            "[a_b.md, also in c.md]\n"
            "Keep *it* dry.\n"
            "\n"
            "[d.md]\n"
            "One.\n");
}

TEST(GatheredUnits, MarkdownQuotesUnitsBelowTheirDocument) {
  EXPECT_EQ(UnitsMarkdown(UnitsOf(kUnits)),
            "## a\\_b.md\n\n"
            "> You need:\n> \\- gauze\n>\n> \\# tape\n>\n"
            "> \xE2\x80\x94 page 4, Wounds \xE2\x80\xBA Dressing\n"
            "\n"
            "> Keep \\*it\\* dry.\n>\n"
            "> \xE2\x80\x94 also in c.md\n"
            "\n"
            "## d.md\n\n"
            "> One.\n");
}

TEST(GatheredUnits, OnATerminalThePlaceIsBelowTheUnit) {
  Terminal terminal;
  terminal.is_terminal = true;
  terminal.columns = 20;
  EXPECT_EQ(UnitsPage(UnitsOf(R"([{"text":"Keep it cold and dry.",
                               "document":"a.md","page":3,"section":[]}])"),
                      terminal),
            "\n  Keep it cold and\n  dry.\n  a.md, page 3\n");
}

TEST(GatheredUnits, NothingInThemSteersATerminal) {
  const json::array units =
      UnitsOf(R"([{"text":"a\u001b[2J\nb\u009b","document":"n\u001b","page":1,
                   "section":["\u0007"]}])");
  for (const std::string& text :
       {UnitsText(units), UnitsMarkdown(units), UnitsPage(units, {})}) {
    EXPECT_EQ(text.find_first_of("\x1b\x07"), std::string::npos) << text;
    EXPECT_EQ(text.find("\xC2\x9B"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace answerbox::client
