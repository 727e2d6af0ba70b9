#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/package/package.h"
#include "tests/client/convert/converted.h"
#include "tests/client/convert/package/written_archive.h"

namespace answerbox::client::package {
namespace {

using testing::HasSubstr;

std::string Content(std::string_view styles, std::string_view kind,
                    std::string_view body) {
  return Xml("office:document-content",
             "<office:automatic-styles>" + std::string(styles) +
                 "</office:automatic-styles><office:body><office:" +
                 std::string(kind) + ">" + std::string(body) +
                 "</office:" + std::string(kind) + "></office:body>");
}

Conversion<ConvertedDocument> ConvertText(std::string_view body,
                                          std::string_view styles = "") {
  const std::string bytes =
      WrittenArchive({{"content.xml", Content(styles, "text", body)}});
  return ConvertOpenDocument(FileOf(bytes).get(), bytes.size());
}

std::string TextOutline(std::string_view body, std::string_view styles = "") {
  const auto document = ConvertText(body, styles);
  if (!document) return document.error().message;
  EXPECT_EQ(BlockFault(*document), "");
  return Outline(*document);
}

TEST(OpenDocument, CoveredCellsDoNotShiftTheirRow) {
  const std::string outline = TextOutline(
      "<table:table><table:table-header-rows><table:table-row>"
      "<table:table-cell><text:p>a</text:p></table:table-cell>"
      "<table:table-cell><text:p>b</text:p></table:table-cell>"
      "<table:table-cell><text:p>c</text:p></table:table-cell>"
      "</table:table-row></table:table-header-rows><table:table-row>"
      "<table:table-cell><text:p>d</text:p></table:table-cell>"
      "<table:table-cell table:number-rows-spanned='2'><text:p>e</text:p>"
      "</table:table-cell>"
      "<table:table-cell><text:p>f</text:p></table:table-cell>"
      "</table:table-row><table:table-row>"
      "<table:table-cell><text:p>g</text:p></table:table-cell>"
      "<table:covered-table-cell/>"
      "<table:table-cell><text:p>h</text:p></table:table-cell>"
      "</table:table-row></table:table>");
  EXPECT_THAT(outline, HasSubstr("cell@0,0^: a\n"));
  EXPECT_THAT(outline, HasSubstr("cell@2,1: e\n"));
  EXPECT_THAT(outline, HasSubstr("cell@2,2: h\n"));
}

TEST(OpenDocument, MoreRowsThanAreReadAreRefused) {
  std::string rows;
  for (int i = 0; i < 201; ++i) {
    rows +=
        "<table:table-row table:number-rows-repeated='1000'><table:table-cell>"
        "<text:p>a</text:p></table:table-cell></table:table-row>";
  }
  const auto document = ConvertText("<table:table>" + rows + "</table:table>");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kTooLarge);
  EXPECT_THAT(document.error().message, HasSubstr("200,000 rows of a table"));
}

TEST(OpenDocument, HiddenWordsInVeryManyCellsAreRefused) {
  const auto document = ConvertText(
      "<text:p>a</text:p><table:table><table:table-row "
      "table:number-rows-repeated='1000'><table:table-cell "
      "table:number-columns-repeated='1000'><text:section "
      "text:display='none'><text:p>" +
      std::string(1'000, 'x') +
      "</text:p></text:section></table:table-cell></table:table-row>"
      "</table:table>");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kTooLarge);
}

TEST(OpenDocument, ListsGoOnWithTheirNumbers) {
  const auto document = ConvertText(
      "<text:list text:style-name='L'><text:list-item><text:p>one</text:p>"
      "</text:list-item></text:list><text:p>Wait a moment.</text:p>"
      "<text:list text:style-name='L' text:continue-numbering='true'>"
      "<text:list-item><text:p>two</text:p><text:p>more</text:p>"
      "</text:list-item></text:list>",
      "<text:list-style style:name='L'><text:list-level-style-number "
      "text:level='1' style:num-format='i' style:num-prefix='(' "
      "style:num-suffix=')'/></text:list-style>");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "(i) one\n\nWait a moment.\n\n(ii) two\nmore\n");
}

TEST(OpenDocument, HiddenAndStruckWordsAreLeftOutAndCounted) {
  const auto document = ConvertText(
      "<text:p>Here<text:span text:style-name='S'> struck out</text:span>"
      "<office:annotation><text:p>ask her</text:p></office:annotation>"
      "</text:p><text:section text:display='none'><text:p>hidden</text:p>"
      "</text:section>",
      "<style:style style:name='S' style:family='text'><style:text-properties "
      "style:text-line-through-style='solid'/></style:style>");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "Here\n");
  ASSERT_EQ(document->notes.left_out.size(), 3u);
}

TEST(OpenDocument, ShapesOnSheetsAreParagraphsAfterThem) {
  const std::string bytes = WrittenArchive(
      {{"content.xml",
        Content("", "spreadsheet",
                "<table:table table:name='Fees'><table:shapes><draw:frame>"
                "<draw:text-box><text:p>Closed on Mondays</text:p>"
                "</draw:text-box></draw:frame></table:shapes><table:table-row>"
                "<table:table-cell><text:p>Boat</text:p></table:table-cell>"
                "</table:table-row></table:table>")}});
  const auto document =
      ConvertOpenSpreadsheet(FileOf(bytes).get(), bytes.size());
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Fees\n\nBoat\n\nClosed on Mondays\n");
}

TEST(OpenDocument, RowsPastTheirNumberAreRefused) {
  const std::string cell =
      "<table:table-cell><text:p>x</text:p></table:table-cell></"
      "table:table-row>";
  std::string rows;
  for (int i = 0; i < 200; ++i) {
    rows += "<table:table-row table:number-rows-repeated='1000'>" + cell;
  }
  for (const bool is_over : {false, true}) {
    if (is_over) rows += "<table:table-row>" + cell;
    const std::string bytes = WrittenArchive(
        {{"content.xml", Content("", "spreadsheet",
                                 "<table:table table:name='Fees'>" + rows +
                                     "</table:table>")}});
    const auto document =
        ConvertOpenSpreadsheet(FileOf(bytes).get(), bytes.size());
    EXPECT_EQ(document.has_value(), !is_over);
  }
}

TEST(OpenDocument, SheetsAreTablesUnderTheirNames) {
  const std::string bytes = WrittenArchive(
      {{"content.xml",
        Content("", "spreadsheet",
                "<table:table table:name='Fees'><table:table-row>"
                "<table:table-cell><text:p>Boat</text:p></table:table-cell>"
                "<table:table-cell><text:p>Fee</text:p></table:table-cell>"
                "</table:table-row><table:table-row>"
                "<table:table-cell table:number-columns-repeated='2'>"
                "<text:p>x</text:p></table:table-cell></table:table-row>"
                "<table:table-row table:number-rows-repeated='1048000'>"
                "<table:table-cell table:number-columns-repeated='16384'/>"
                "</table:table-row></table:table>")}});
  const auto document =
      ConvertOpenSpreadsheet(FileOf(bytes).get(), bytes.size());
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Fees\n\nBoat | Fee\nx | x\n");
  EXPECT_EQ(BlockFault(*document), "");
  EXPECT_THAT(Outline(*document), HasSubstr("cell@0,1^: Fee\n"));
}

}  // namespace
}  // namespace answerbox::client::package
