#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/markup/markup.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;

std::string TextOf(std::string markdown) {
  return ConvertMarkdown(std::move(markdown)).value().text;
}

TEST(Markdown, SetsBlocksApartAndJoinsSoftBreaks) {
  EXPECT_EQ(TextOf("One\ntwo.\n\n\nThree.\n"), "One two.\n\nThree.\n");
}

TEST(Markdown, KeepsHardBreaks) {
  EXPECT_EQ(TextOf("One  \ntwo\\\nthree<br/>four"), "One\ntwo\nthree\nfour\n");
}

TEST(Markdown, MarksHeadingsOfBothKinds) {
  const auto document =
      ConvertMarkdown("# The *top* `x`\n\nSub\n---\ntext\n###### Six ##\n");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "The top x\n\nSub\n\ntext\n\nSix\n");
  EXPECT_THAT(Headings(*document),
              ElementsAre("1:The top x", "2:Sub", "6:Six"));
}

TEST(Markdown, ReducesInlineMarkupToItsText) {
  EXPECT_EQ(
      TextOf("**a** _b_ `c*` [d](http://x) ![e](y.png) <f@g.h> &amp; \\*"),
      "a b c* d e f@g.h & *\n");
}

TEST(Markdown, WritesListsOneItemALine) {
  EXPECT_EQ(TextOf("- a\n  b\n- c\n  - d\n- e\n\nend"),
            "- a b\n- c\n- d\n- e\n\nend\n");
}

TEST(Markdown, NumbersOrderedListsFromTheirStart) {
  EXPECT_EQ(TextOf("3) a\n4) b\n\n   more\n9) c\n"),
            "3. a\n4. b\n\nmore\n5. c\n");
}

TEST(Markdown, LeavesOutEmptyItems) {
  EXPECT_EQ(TextOf("- a\n-\n- b\n"), "- a\n- b\n");
}

TEST(Markdown, KeepsTableRowsOnLinesOfTheirOwn) {
  EXPECT_EQ(TextOf("Stock:\n| Vaccine | `t` |\n|---|:-:|\n| MMR | **5** |\n"),
            "Stock:\nVaccine | t\nMMR | 5\n");
}

TEST(Markdown, KeepsCodeAsItIs) {
  EXPECT_EQ(TextOf("a\n\n```sh\n x\n\n  y\n```\n\n    z\n"),
            "a\n\n x\n\n  y\n\nz\n");
}

TEST(Markdown, ShowsWhatHtmlBlocksShow) {
  EXPECT_EQ(TextOf("<!-- no -->\n\n<div>yes <b>sir</b>"
                   "<script>no</script></div>\n\nend <i>it</i>\n"),
            "yes sir\n\nend it\n");
}

TEST(Markdown, SkipsFrontMatterAndByteOrderMark) {
  EXPECT_EQ(TextOf("\xEF\xBB\xBF---\ntitle: x\n---\nText\n"), "Text\n");
}

TEST(Markdown, ReadsQuotesAndRules) {
  EXPECT_EQ(TextOf("> a\n> b\n\n***\nc\n"), "a b\n\nc\n");
}

TEST(Markdown, TellsItsBlocks) {
  const auto document = ConvertMarkdown(
      "# Stock\n\nWash *hands*.\nTwice.\n\nYou need:\n\n- gloves\n"
      "  1. small\n  2. large\n- soap\n\n  liquid\n\n> Be quick.\n>\n> > "
      "Calm.\n\n    code\n\nSizes\n| a | b |\n|---|---|\n| 1 | |\n");
  ASSERT_TRUE(document);
  EXPECT_EQ(Outline(*document),
            "title1: Stock\n"
            "paragraph: Wash hands. Twice.\n"
            "list1: - -\n"
            "  lead-in: You need:\n"
            "  item1: gloves\n"
            "    list2: 1. 2.\n"
            "      item2#1: small\n"
            "      item2#2: large\n"
            "  item1: soap liquid\n"
            "quote\n"
            "  paragraph: Be quick.\n"
            "  quote\n"
            "    paragraph: Calm.\n"
            "code: code\n"
            "paragraph: Sizes\n"
            "table\n"
            "  row: |\n"
            "    cell@0,0^: a\n"
            "    cell@0,1^: b\n"
            "  row: |\n"
            "    cell@1,0: 1\n");
  EXPECT_EQ(BlockFault(*document), "");
}

TEST(Markdown, TakesAListOfLinksIntoTheFileForContents) {
  const auto document = ConvertMarkdown(
      "- [One](#one)\n- [Two](#two)\n  - [Three](#three)\n\n"
      "* [One](#one)\n* [Two](#two) and more\n* [Three](#three)\n");
  ASSERT_TRUE(document);
  EXPECT_EQ(Outline(*document),
            "contents: - One - Two - Three\n"
            "list1: - - -\n"
            "  item1: One\n"
            "  item1: Two and more\n"
            "  item1: Three\n");
}

TEST(Markdown, RejectsInvalidUtf8WithItsOffsetInTheFile) {
  const auto document = ConvertMarkdown("---\na: b\n---\n\x81(");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kInvalidUtf8);
  EXPECT_EQ(document.error().offset, 13u);
}

TEST(Markdown, RejectsAFileThatShowsNothing) {
  EXPECT_EQ(ConvertMarkdown("<!-- only a comment -->\n").error().reason,
            RejectionReason::kEmpty);
}

TEST(Markdown, SurvivesDeepNesting) {
  std::string markdown(20'000, '>');
  EXPECT_EQ(TextOf(markdown + " deep"), "deep\n");
}

TEST(Markdown, RejectsAFileWithHtmlPastTheBudget) {
  // Each paragraph opens all of the elements before it anew.
  std::string markdown = "Before.\n\n<div><p>";
  for (int i = 0; i < 2'000; ++i) {
    markdown += "<b id=" + std::to_string(i) + ">";
  }
  for (int i = 0; i < 20'000; ++i) markdown += "</p><p>x";
  const auto document = ConvertMarkdown(markdown + "\n\nBehind.\n");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kTooComplex);
}

TEST(Markdown, RejectsAFileThatWouldTakeTooMuchMemory) {
  std::string markdown;
  while (markdown.size() < kMaxTextFileBytes) markdown += "- x\n";
  const auto document = ConvertMarkdown(std::move(markdown));
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kTooComplex);
}

}  // namespace
}  // namespace answerbox::client
