#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/markup/markup.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string TextOf(std::string html) {
  return ConvertHtml(std::move(html)).value().text;
}

TEST(Html, ShowsOnlyWhatABrowserShows) {
  EXPECT_EQ(TextOf("<body>a<script>x</script><style>x</style>"
                   "<template>x</template><noscript>x</noscript>"
                   "<p hidden>x</p><p style='color:red; Display : NONE'>x</p>"
                   "<select><option>x</select><svg><text>x</text></svg>"
                   "<!-- x --> b"),
            "a b\n");
}

TEST(Html, SetsBlocksApart) {
  EXPECT_EQ(TextOf("one <i>two</i>\n three<p>four<div>five<div>six</div>"
                   "seven<br>eight"),
            "one two three\n\nfour\n\nfive\n\nsix\n\nseven\neight\n");
}

TEST(Html, DecodesEntitiesAndDropsInvisibleCharacters) {
  EXPECT_EQ(TextOf("2&nbsp;&#176;C &lt; 8&deg;C, vac&shy;ci&#8203;ne &eacute;"),
            "2 \xC2\xB0"
            "C < 8\xC2\xB0"
            "C, vaccine \xC3\xA9\n");
}

TEST(Html, MarksHeadings) {
  const auto document = ConvertHtml(
      "<title>T</title><h1>One <em>x</em></h1><p>a<h3>Th\n<br>ree"
      "</h3><h2></h2>b");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "One x\n\na\n\nTh ree\n\nb\n");
  EXPECT_THAT(Headings(*document), ElementsAre("1:One x", "3:Th ree"));
}

TEST(Html, TakesTheTitleWhereNoHeadingIsFirst) {
  const auto document = ConvertHtml(
      "<title> The\n title </title><h1 hidden>no</h1><h2>Sub</h2>text");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "The title\n\nSub\n\ntext\n");
  EXPECT_THAT(Headings(*document), ElementsAre("1:The title", "2:Sub"));
}

TEST(Html, WritesListsOneItemALine) {
  EXPECT_EQ(TextOf("a<ul><li>b<li><p>c</p><ul><li>d</ul><li></li></ul>e"
                   "<ol start=4><li>f<li value=9>g<li>h</ol>"),
            "a\n\n- b\n- c\n- d\n\ne\n\n4. f\n9. g\n10. h\n");
}

TEST(Html, KeepsItemNumbersInRange) {
  EXPECT_EQ(TextOf("<ol start=2147483647><li>a<li>b</ol>"
                   "<ol start=-2147483648><li>c<li>d</ol>"
                   "<ol start=99999999999><li>e</ol><ol start=x><li>f</ol>"
                   "<ol><li value=-99999999999>g<li value=' +7th'>h</ol>"),
            "999999999. a\n999999999. b\n\n0. c\n1. d\n\n999999999. e\n\n"
            "1. f\n\n0. g\n7. h\n");
}

TEST(Html, WritesTableRowsOneALine) {
  EXPECT_EQ(TextOf("<table><caption>C</caption><tr><th>A<th>B<tr><td>1<td>"
                   "<td><p>2</p><tr><td><td>3</table>end"),
            "C\n\nA | B\n1 | 2\n3\n\nend\n");
}

TEST(Html, ReadsPagesLaidOutByTables) {
  EXPECT_EQ(TextOf("<table><tr><td><h2>H</h2><p>x<td><ul><li>y</ul></table>"),
            "H\n\nx\n\n- y\n");
}

TEST(Html, KeepsPreformattedLines) {
  EXPECT_EQ(TextOf("<pre>\n a  b\n<b>c</b>\n\n d\n</pre>e"),
            " a  b\nc\n d\n\ne\n");
}

TEST(Html, WritesDefinitionsOneALine) {
  EXPECT_EQ(TextOf("<dl><dt>T<dd>D<dt>U<dd>E</dl>"), "T\nD\nU\nE\n");
}

TEST(Html, DecodesADeclaredCharset) {
  EXPECT_EQ(TextOf("<meta charset=windows-1252>caf\xE9"), "caf\xC3\xA9\n");
}

TEST(Html, RejectsBytesThatAreNotItsCharset) {
  EXPECT_EQ(ConvertHtml("caf\x81!").error().reason,
            RejectionReason::kInvalidUtf8);
  EXPECT_EQ(ConvertHtml("<meta charset=utf-16>a").error().reason,
            RejectionReason::kUnsupportedCharset);
}

TEST(Html, RejectsAPageThatShowsNothing) {
  EXPECT_EQ(ConvertHtml("").error().reason, RejectionReason::kEmpty);
  EXPECT_EQ(ConvertHtml("<p> &nbsp; <script>x</script>").error().reason,
            RejectionReason::kEmpty);
}

TEST(Html, FragmentsJoinTheTextAround) {
  BlockWriter writer;
  writer.Verbatim("a");
  ParserBudget budget;
  ReadingNotes notes;
  EXPECT_TRUE(WriteHtmlFragment("<p>b</p>", budget, writer, notes));
  writer.Verbatim("c");
  const ConvertedDocument document = std::move(writer).Take();
  EXPECT_EQ(document.text, "a\n\nb\n\nc\n");
  EXPECT_THAT(document.headings, IsEmpty());
}

TEST(Html, FragmentsShareTheirBudget) {
  BlockWriter writer;
  ParserBudget budget(64u << 10, std::chrono::nanoseconds(0));
  ReadingNotes notes;
  const auto written = WriteHtmlFragment("<p>b</p>", budget, writer, notes);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().reason, RejectionReason::kTooComplex);
  EXPECT_EQ(std::move(writer).Take().text, "");
}

}  // namespace
}  // namespace answerbox::client
