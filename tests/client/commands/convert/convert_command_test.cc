#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "client/convert/markup/markup.h"
#include "tests/client/commands/invocation.h"
#include "tests/client/convert/converted.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;

constexpr const char* kMarkdown =
    "# Stock\n\nWash `a*b`.\n\nYou need:\n\n- gloves\n  1. small\n\n> Calm.\n\n"
    "```\nx  y\n```\n\n| a | b |\n|---|---|\n| | 2 |\n";

class ConvertCommand : public testing::Test {
 protected:
  Invocation Convert(const std::string& name, const std::string& bytes,
                     std::vector<std::string> options = {}) {
    const std::string path = (scratch_.path() / name).string();
    std::ofstream(path, std::ios::binary) << bytes;
    options.insert(options.begin(), "convert");
    options.push_back(path);
    return Invoke(std::move(options));
  }

  ScratchFolder scratch_;
};

TEST_F(ConvertCommand, PrintsEachBlockAsJson) {
  const char* blocks =
      "{\"blocks\":[\n"
      R"({"kind":"title","text":"Stock"},)"
      "\n"
      R"({"kind":"paragraph","text":"Wash a*b."},)"
      "\n"
      R"({"kind":"paragraph","text":"You need:"},)"
      "\n"
      R"({"kind":"item","level":1,"lead_in":"You need:","text":"gloves"},)"
      "\n"
      R"({"kind":"item","level":2,"number":1,"text":"small"},)"
      "\n"
      R"({"kind":"quote","text":"Calm."},)"
      "\n"
      R"({"kind":"code","text":"x  y"},)"
      "\n"
      R"({"kind":"table","rows":[["a","b"],["","2"]],"header_rows":1})"
      "\n],\n"
      R"("account":{"words":15,"usable":15,"lost":0,)";
  for (const auto& option :
       {std::vector<std::string>{"--json"}, {"--format", "json"}}) {
    const Invocation invocation = Convert("a.md", kMarkdown, option);
    EXPECT_EQ(invocation.exit_code, 0);
    EXPECT_THAT(invocation.output, testing::StartsWith(blocks));
    EXPECT_EQ(invocation.errors, "");
  }
}

TEST_F(ConvertCommand, ItsMarkdownIsReadAsTheSameBlocks) {
  const Invocation invocation = Convert("a.md", kMarkdown);
  EXPECT_EQ(
      invocation.output,
      "# Stock\n\nWash a\\*b.\n\nYou need:\n\n- gloves\n    1. small\n\n"
      "> Calm.\n\n```\nx  y\n```\n\n| a | b |\n| --- | --- |\n|  | 2 |\n");
  EXPECT_EQ(Outline(ConvertMarkdown(invocation.output).value()),
            Outline(ConvertMarkdown(kMarkdown).value()));
}

TEST_F(ConvertCommand, EscapesWhatMarkdownWouldTakeForMarkup) {
  const std::string words = "1. a *b* _c_ `d` [e](f) <b> &amp; \\ #";
  const Invocation invocation =
      Convert("a.txt", words, {"--format", "markdown"});
  EXPECT_EQ(ConvertMarkdown(invocation.output).value().text, words + "\n");
}

TEST_F(ConvertCommand, PrintsTheTextThatWouldBeStored) {
  EXPECT_EQ(Convert("a.md", "*a*\n\n- b\n", {"--format", "text"}).output,
            "a\n\n- b\n");
}

TEST_F(ConvertCommand, TakesParagraphsWithPagesFromPlainText) {
  EXPECT_THAT(
      Convert("a.txt", "one\ntwo\n \t\nthree\f\n\nfour", {"--json"}).output,
      testing::StartsWith("{\"blocks\":[\n"
                          R"({"kind":"paragraph","text":"one two","page":1},)"
                          "\n"
                          R"({"kind":"paragraph","text":"three","page":1},)"
                          "\n"
                          R"({"kind":"paragraph","text":"four","page":2})"
                          "\n],\n"));
}

TEST_F(ConvertCommand, RefusesWithTheReasonThatAddHas) {
  const Invocation binary = Convert("a.txt", std::string(5, '\0'), {"--json"});
  EXPECT_EQ(binary.exit_code, 4);
  EXPECT_THAT(binary.output, HasSubstr(R"("reason":"binary","offset":0)"));
  EXPECT_THAT(binary.errors, HasSubstr("a.txt: binary data"));
  const Invocation unknown = Convert("a.xyz", "text");
  EXPECT_EQ(unknown.exit_code, 4);
  EXPECT_THAT(unknown.errors, HasSubstr("unknown format .xyz"));
  const Invocation missing = Invoke({"convert", "/no/such.md"});
  EXPECT_EQ(missing.exit_code, 4);
  EXPECT_THAT(missing.errors, HasSubstr("/no/such.md: no such file"));
}

}  // namespace
}  // namespace answerbox::client
