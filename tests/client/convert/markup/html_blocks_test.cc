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

TEST(HtmlBlocks, TheButtonOfAPanelIsItsHeading) {
  const std::string page =
      "<h3>Medicines</h3>"
      "<div><button class='accordion-header'>Aspirin</button>"
      "<div><h4>Dose</h4><p>Adults take 300 mg with food.</p></div></div>"
      "<div><button class='accordion-header'>Codeine</button>"
      "<div><h4>Dose</h4><p>Adults take 30 mg at night.</p></div></div>";
  EXPECT_EQ(OutlineOf(page),
            "heading3: Medicines\n"
            "heading3: Aspirin\nheading4: Dose\n"
            "paragraph: Adults take 300 mg with food.\n"
            "heading3: Codeine\nheading4: Dose\n"
            "paragraph: Adults take 30 mg at night.\n");
  EXPECT_EQ(OutlineOf("<h2>Questions</h2>"
                      "<a role=button aria-expanded=false>Who may visit?</a>"
                      "<div>Two people at a time may visit.</div>"
                      "<a role=button aria-expanded=false>When?</a>"
                      "<div>Visitors come in the afternoon.</div>"),
            "heading2: Questions\n"
            "heading3: Who may visit?\n"
            "paragraph: Two people at a time may visit.\n"
            "heading3: When?\n"
            "paragraph: Visitors come in the afternoon.\n");
}

TEST(HtmlBlocks, OtherButtonsAreNoHeadings) {
  EXPECT_EQ(OutlineOf("<button>Print</button>"
                      "<div>Two people at a time may visit.</div>"),
            "paragraph: Print\n"
            "paragraph: Two people at a time may visit.\n");
  EXPECT_EQ(OutlineOf("<button aria-expanded=false>Menu</button>"
                      "<div><a href=a>Our opening hours</a> "
                      "<a href=b>How to find us</a></div>"),
            "paragraph: Menu\n"
            "paragraph: Our opening hours How to find us\n");
}

TEST(HtmlBlocks, AClosedPanelIsRead) {
  EXPECT_EQ(OutlineOf("<style>.panel {display: none}</style>"
                      "<button class=accordion>Parking</button>"
                      "<div class=panel>Cars stand behind the house.</div>"
                      "<h3><button aria-controls=b>Keys</button></h3>"
                      "<div id=b hidden>The porter keeps all keys.</div>"
                      "<div role=tabpanel hidden>The gate opens at six.</div>"
                      "<div hidden>The gate once opened at five.</div>"),
            "heading2: Parking\n"
            "paragraph: Cars stand behind the house.\n"
            "heading3: Keys\n"
            "paragraph: The porter keeps all keys.\n"
            "paragraph: The gate opens at six.\n");
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

TEST(HtmlBlocks, ARowOfItsOwnLookHeadsTheTable) {
  const std::string rows = "<tr><td>1<td>2<tr><td>3<td>4</table>";
  const std::string table =
      "table\n"
      "  row: |\n    cell@0,0^: A\n    cell@0,1^: B\n"
      "  row: |\n    cell@1,0: 1\n    cell@1,1: 2\n"
      "  row: |\n    cell@2,0: 3\n    cell@2,1: 4\n";
  EXPECT_EQ(OutlineOf("<table><tr><td><b>A</b><td><b>B</b>" + rows), table);
  EXPECT_EQ(OutlineOf("<style>.h{font-weight:bold}</style><table>"
                      "<tr class=h><td class=h>A<td class=h>B" +
                      rows),
            table);
  EXPECT_EQ(OutlineOf("<table><tr bgcolor=#cccccc><td>A<td>B" + rows), table);
  EXPECT_EQ(OutlineOf("<table><tr bgcolor=#ccc><td>1<td>2<tr><td>3<td>4"
                      "<tr bgcolor=#ccc><td>5<td>6</table>"),
            "table\n"
            "  row: |\n    cell@0,0: 1\n    cell@0,1: 2\n"
            "  row: |\n    cell@1,0: 3\n    cell@1,1: 4\n"
            "  row: |\n    cell@2,0: 5\n    cell@2,1: 6\n");
}

TEST(HtmlBlocks, BoldParagraphsBeforeTextAreHeadings) {
  EXPECT_EQ(OutlineOf("<h1>T</h1><p><b>A</b><p>a<p><b>Do so.</b><p>b"
                      "<p><b>You need</b><ul><li>c</ul>"),
            "title1: T\n"
            "heading2: A\n"
            "paragraph: a\n"
            "paragraph: Do so.\n"
            "paragraph: b\n"
            "list1: -\n"
            "  lead-in: You need\n"
            "  item1: c\n");
}

TEST(HtmlBlocks, StruckHiddenAndCoveredWordsAreNoted) {
  const auto document = ConvertHtml(
      "<style>.x{display:none}</style><p>a <del>b c</del><span class=x>d</span>"
      "<font color=#ffffff>e f g</font>"
      "<span style='position:absolute;left:-9999px'>h</span>"
      "<div style='background:#123'><p style='color:#fff'>i</div>");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "a\n\ni\n");
  const auto words = [&document](LeftOut why) {
    std::uint32_t count = 0;
    for (const LeftOutWords& left : document->notes.left_out) {
      if (left.why == why) count += left.words;
    }
    return count;
  };
  EXPECT_EQ(words(LeftOut::kStruck), 2u);
  EXPECT_EQ(words(LeftOut::kHidden), 2u);
  EXPECT_EQ(words(LeftOut::kCovered), 3u);
}

TEST(HtmlBlocks, StruckAndHiddenWordsInRaisedOnesAreNoted) {
  const auto document = ConvertHtml(
      "<style>.x{display:none}</style><p>a 10<sup><s>8</s>9<b class=x>z</b>"
      "</sup><a role=doc-noteref href=#n><del>1</del>2</a>");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "a 10⁹[2]\n");
  ASSERT_EQ(document->notes.left_out.size(), 2u);
  EXPECT_EQ(document->notes.left_out[0].words, 2u);
  EXPECT_EQ(document->notes.left_out[1].words, 1u);
}

TEST(HtmlBlocks, WhiteWordsInRaisedOnesAreNoted) {
  const auto document = ConvertHtml(
      "<p>word<sup><font color=white>7</font>1</sup> b<sup "
      "style='background:black'><font color=white>2</font></sup>");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "word[1] b²\n");
  ASSERT_EQ(document->notes.left_out.size(), 1u);
  EXPECT_EQ(document->notes.left_out[0].why, LeftOut::kCovered);
}

TEST(HtmlBlocks, RulesOfALongStyleSheetCount) {
  std::string sheet;
  for (int i = 0; i < 20'000; ++i) {
    sheet += ".x" + std::to_string(i) + "{color:blue}";
  }
  const auto of = [](const std::string& rules) {
    return ConvertHtml("<style>" + rules +
                       ".h{display:none}</style><p>a <b class=h>b</b>");
  };
  EXPECT_EQ(of(sheet)->text, "a\n");
  EXPECT_FALSE(of(sheet)->notes.are_drawings_unread);
  EXPECT_TRUE(of(std::string(4u << 20, ' '))->notes.are_drawings_unread);
}

TEST(HtmlBlocks, RaisedAndLoweredSigns) {
  EXPECT_EQ(OutlineOf("<p>15<sup><a href=#n1>1</a></sup> ml, 10<sup>9</sup>, "
                      "CO<sub>2</sub>, 2<sup>1</sup>⁄<sub>2</sub>, the 2<sup>nd"
                      "</sup>, m<span style='vertical-align:super'>2</span>, b"
                      "<a role=doc-noteref href=#n2>2</a>"),
            "paragraph: 15[1] ml, 10⁹, CO₂, 2 1/2, the 2nd, m², b[2]\n");
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
        "<div class=nav-panel>Turn the panel off first.</div>",
        "<div class=docnav>Find <a href=a>A</a> before you start.</div>",
        "<article>x<div role=contentinfo>Privacy officer: call 4444</article>",
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

TEST(HtmlBlocks, ManualsOfDocBookHaveContentsAndFurniture) {
  const std::string entry = "<dt><a href='pump.html#a'>Winter</a></dt>";
  EXPECT_EQ(
      OutlineOf("<div class=navheader><table><tr><th colspan=2>2. Pumps"
                "<tr><td><a href=1>Prev</a><td><a href=3>Next</a></table></div>"
                "<h1>2. Pumps</h1><div class=toc><p><b>Contents</b></p><dl>" +
                entry + entry + entry +
                "</dl></div><p>Drain them.</p>"
                "<ul class=docnav><li><a href=1>Prev</a>"
                "<li><a href=3>Next</a></ul>"),
      "running: 2. Pumps Prev | Next\n"
      "title1: 2. Pumps\n"
      "contents: Contents Winter Winter Winter\n"
      "paragraph: Drain them.\n"
      "running: - Prev - Next\n");
  const std::string call = "<td><a href='tel:1'>Ward call</a>";
  const std::string go = "<p><a href=a>Winter</a>";
  for (const std::string& html :
       {std::string("<div class=toc><p>See <a href=a>A</a>.</div>"),
        "<body class=toc>" + go + go + go,
        "<div class=toc><h2>A</h2>" + go + go + go,
        "<table class=toc><tr><th>Ward<tr>" + call + call + call + "</table>",
        "<table class=toc><tr><td><h2>A</h2>" + go + go + go + "</table>"}) {
    EXPECT_THAT(OutlineOf(html), Not(HasSubstr("contents"))) << html;
  }
}

TEST(HtmlBlocks, LinksToAHeadingAreNoWordsOfIt) {
  EXPECT_EQ(OutlineOf("<h1>Pumps<a href='#p'>\xC2\xB6</a></h1>"
                      "<h2><a href='#w'>#</a> Winter</h2>"
                      "<p>Text<a href='#1'>1</a>"),
            "title1: Pumps\nheading2: Winter\nparagraph: Text1\n");
  EXPECT_EQ(OutlineOf("<p>Press <a href='#keys'>#</a> to end"),
            "paragraph: Press # to end\n");
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
