// The blocks of web pages. Their text is html_test.cc's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "client/convert/markup/markup.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string OutlineOf(std::string html) {
  const auto document = ConvertHtml(std::move(html));
  if (!document) return document.error().message;
  EXPECT_EQ(BlockFault(*document), "") << document->text;
  return Outline(*document);
}

TEST(HtmlBlocks, ParagraphsEndWithTheirElementsAndNotWithLines) {
  EXPECT_EQ(OutlineOf("loose<br>text<p>one<div>two <b>words</b></div>three"),
            "paragraph: loose text\n"
            "paragraph: one\n"
            "paragraph: two words\n"
            "paragraph: three\n");
}

TEST(HtmlBlocks, TheTitleStandsForAMissingFirstHeading) {
  EXPECT_EQ(OutlineOf("<title>T</title><h2>H</h2>x"),
            "title1: T\nheading2: H\nparagraph: x\n");
}

TEST(HtmlBlocks, AFirstHeadingOfClassTitleIsTheTitleAmongOthers) {
  EXPECT_EQ(OutlineOf("<h1 class='title'>T</h1><h1>A</h1>a<h1 class=title>B"),
            "title1: T\nheading1: A\nparagraph: a\nheading1: B\n");
}

TEST(HtmlBlocks, ListsNestInTheirItems) {
  EXPECT_EQ(OutlineOf("<p>You need:<ol start=3><li>a<ul><li>b<li>c</ul>"
                      "<li><p>d<p>e</ol>"),
            "list1: 3. 4.\n"
            "  lead-in: You need:\n"
            "  item1#3: a\n"
            "    list2: - -\n"
            "      item2: b\n"
            "      item2: c\n"
            "  item1#4: d e\n");
}

TEST(HtmlBlocks, DefinitionListsHaveTermsAndDefinitions) {
  EXPECT_EQ(OutlineOf("<dl><div><dt>T<dd>D<dd>E<dl><dt>U<dd>F</dl></div></dl>"),
            "list1\n"
            "  term: T\n"
            "  definition: D\n"
            "  definition: E\n"
            "    list2\n"
            "      term: U\n"
            "      definition: F\n");
}

TEST(HtmlBlocks, DetailsAreABoxThatTheirSummaryLeadsIn) {
  EXPECT_EQ(OutlineOf("<details><summary>Why?</summary><p>So.<p>There."
                      "</details>"),
            "box\n"
            "  lead-in: Why?\n"
            "  paragraph: So.\n"
            "  paragraph: There.\n");
}

TEST(HtmlBlocks, QuotesCodeAndCaptions) {
  EXPECT_EQ(OutlineOf("<blockquote><p>q<p>r</blockquote><pre>a\n b</pre>"
                      "<figure><figcaption>F</figcaption></figure>"),
            "quote\n  paragraph: q\n  paragraph: r\ncode: a b\ncaption: F\n");
}

TEST(HtmlBlocks, TablesHaveCaptionHeadsAndSpans) {
  EXPECT_EQ(OutlineOf("<table><caption>C</caption><thead><tr><td><th>A<th>B"
                      "</thead><tr><th rowspan=2>x<td colspan=2>1<tr><td><td>2"
                      "</table>"),
            "table\n"
            "  caption: C\n"
            "  row: |\n"
            "    cell@0,1^: A\n"
            "    cell@0,2^: B\n"
            "  row: |\n"
            "    cell@1,0<: x\n"
            "    cell@1,1x1,2: 1\n"
            "  row: |\n"
            "    cell@2,0<: x\n"
            "    cell@2,2: 2\n");
}

TEST(HtmlBlocks, CellsOfADataTableMayHoldBlocks) {
  EXPECT_EQ(OutlineOf("<table><tr><th>A<th>B<tr><td>1<td><ul><li>x<li>y</ul>"
                      "</table>"),
            "table\n"
            "  row: |\n"
            "    cell@0,0^: A\n"
            "    cell@0,1^: B\n"
            "  row\n"
            "    cell@1,0: 1\n"
            "    cell@1,1\n"
            "      list1: - -\n"
            "        item1: x\n"
            "        item1: y\n");
}

TEST(HtmlBlocks, TablesThatLayOutThePageAreItsBlocks) {
  EXPECT_EQ(OutlineOf("<table><tr><td><h2>H</h2><p>x<td><ul><li>y</ul></table>"
                      "<table><tr><td>one cell</table>"
                      "<table role=presentation><tr><td>a<td>b</table>"),
            "heading2: H\n"
            "list1: -\n"
            "  lead-in: x\n"
            "  item1: y\n"
            "paragraph: one cell\n"
            "paragraph: a | b\n");
}

TEST(HtmlBlocks, AnyElementMayStandInACellOfALine) {
  EXPECT_EQ(OutlineOf("<table><tr><th>A<th>B<tr><td><dd>1</dd>2<td><li>3</li>"
                      "<p class=breadcrumb>4</table>"),
            "table\n"
            "  row: |\n"
            "    cell@0,0^: A\n"
            "    cell@0,1^: B\n"
            "  row: |\n"
            "    cell@1,0: 1 2\n"
            "    cell@1,1: 3 4\n");
}

TEST(HtmlBlocks, FootnotesHaveTheirNumbers) {
  EXPECT_EQ(OutlineOf("<p>Text<a href='#1'>1</a><section class=footnotes><ol>"
                      "<li><p>Note.<li>More.</ol></section><ul><li>x</ul>"),
            "paragraph: Text1\n"
            "footnote#1: Note.\n"
            "footnote#2: More.\n"
            "list1: -\n"
            "  item1: x\n");
}

TEST(HtmlBlocks, MenusAndSiteFootersAreFurniture) {
  EXPECT_EQ(
      OutlineOf("<a class=skip-link href='#m'>Skip to content</a>"
                "<header><a href=/>Clinic</a><nav><ul><li><a href=/a>About</a>"
                "</ul></nav></header><main id=m><h1>Stock</h1><p>Text.</main>"
                "<div class='banner cookie-banner'>We bake.</div>"
                "<footer><p>&copy; 2020 Clinic</footer>"),
      "running: Skip to content\n"
      "running: Clinic - About\n"
      "title1: Stock\n"
      "paragraph: Text.\n"
      "running: We bake.\n"
      "running: \xC2\xA9 2020 Clinic\n");
}

TEST(HtmlBlocks, InDoubtItIsContent) {
  for (const char* html :
       {"<header><h1>Title</h1><p>By a nurse</header>",
        "<article><header>Dr. Who</header>x<footer>&copy; 2020</footer>",
        "<footer>Call 112 when in doubt.</footer>",
        "<div class=cookies-recipe>Bake.</div>",
        "<div class=cookie-banner><h2>Cookies</h2>Bake.</div>"}) {
    EXPECT_THAT(OutlineOf(html), Not(HasSubstr("running"))) << html;
  }
}

TEST(HtmlBlocks, LinksIntoThePageAreItsContents) {
  const std::string links =
      "<ul><li><a href='#a'>A</a><ul><li><a href='#b'>B</a></ul>"
      "<li><a href='#c'>C</a></ul>";
  EXPECT_EQ(OutlineOf(links), "contents: - A - B - C\n");
  EXPECT_EQ(OutlineOf("<nav>" + links + "</nav>"), "contents: - A - B - C\n");
  EXPECT_EQ(OutlineOf("<ul><li><a href='#a'>A</a><li>B</ul>"),
            "list1: - -\n  item1: A\n  item1: B\n");
}

TEST(HtmlBlocks, MalformedPagesHaveAWholeTreeToo) {
  for (const char* html :
       {"<h1>a<table><tr><td><h2>b</h2>c</table>d</h1>e",
        "<table><tr><td><nav>x</nav><tr class=breadcrumb><td>y<td>z</table>",
        "<ul>stray<div><li>a</div></ul><li>b<dd>c", "<summary>a</summary>b",
        "<nav><h1>a</h1><ul><li>b<table><tr><td>c<td>d</table></nav>e",
        "<section class=footnotes><ul><li>a</ul><table><tr><td>b<td>c"}) {
    EXPECT_NE(OutlineOf(html), "") << html;
  }
}

TEST(HtmlBlocks, DeepNestingStaysBounded) {
  std::string html;
  for (int i = 0; i < 300; ++i) html += "<ul><li><blockquote>";
  EXPECT_THAT(OutlineOf(html + "deep"), HasSubstr("deep"));
}

}  // namespace
}  // namespace answerbox::client
