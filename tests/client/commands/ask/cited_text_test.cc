#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>
#include <string_view>

#include "client/commands/ask/answer_page.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr const char* kThree = R"([
  {"text":"Wash\nyour hands.","document":"a.md","page":2,"section":["Hands"]},
  {"text":"Dry them.","document":"a.md","page":2,"section":["Hands"]},
  {"text":"Keep it cold.","document":"b.md","page":null,"section":[],
   "also_in":[{"document":"c.md"},{"document":"d.md"}]}])";

json::array SentencesOf(std::string_view text) {
  return json::parse({text.data(), text.size()}).as_array();
}

TEST(CitedText, EachPlaceHasANumberAfterItsSentences) {
  EXPECT_EQ(CitedLines(SentencesOf(kThree), {}),
            "Wash your hands. Dry them. [1]\n"
            "Keep it cold. [2]\n"
            "[1] a.md, page 2, Hands\n"
            "[2] b.md, also in c.md and 1 more\n");
}

TEST(CitedText, APlaceThatComesAgainKeepsItsNumber) {
  EXPECT_EQ(CitedLines(SentencesOf(R"([
                {"text":"A.","document":"a","section":["One"]},
                {"text":"B.","document":"a","section":["Two"]},
                {"text":"C.","document":"a","section":["One"]}])"),
                       {}),
            "A. [1] B. [2] C. [1]\n[1] a, One\n[2] a, Two\n");
}

TEST(CitedText, IsWrappedOnATerminalWithPlacesBelow) {
  Terminal terminal;
  terminal.is_terminal = true;
  terminal.columns = 24;
  EXPECT_EQ(CitedPage(SentencesOf(kThree), terminal),
            "  Wash your hands. Dry\n"
            "  them. [1]\n"
            "\n"
            "  Keep it cold. [2]\n"
            "\n"
            "  [1] a.md, page 2,\n"
            "      Hands\n"
            "  [2] b.md, also in\n"
            "      c.md and 1 more\n");
  terminal.styled = true;
  EXPECT_NE(CitedPage(SentencesOf(kThree), terminal)
                .find("them. \x1b[2m[1]\x1b[0m\n"),
            std::string::npos);
}

TEST(CitedText, NothingInItSteersATerminal) {
  const json::array sentences =
      SentencesOf(R"([{"text":"a\u001b[31m b","document":"n\u001b]0;",
                       "section":["\u0007"]}])");
  EXPECT_EQ(CitedLines(sentences, {}).find('\x1b'), std::string::npos);
  EXPECT_EQ(CitedPage(sentences, {}).find_first_of("\x1b\x07"),
            std::string::npos);
}

TEST(CitedText, WithoutSentencesThereIsNothing) {
  EXPECT_EQ(CitedLines({}, {}), "");
  EXPECT_EQ(CitedPage({}, {}), "");
}

}  // namespace
}  // namespace answerbox::client
