#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/package/package.h"
#include "tests/client/convert/converted.h"
#include "tests/client/convert/package/written_archive.h"

namespace answerbox::client::package {
namespace {

using testing::HasSubstr;

Conversion<ConvertedDocument> ConvertBook(std::string_view sheet,
                                          std::string_view state = "visible",
                                          std::string_view shapes = "") {
  const std::string bytes = WrittenArchive(
      {{"xl/workbook.xml",
        Xml("x:workbook", "<x:sheets><x:sheet name='Doses' state='" +
                              std::string(state) +
                              "' r:id='worksheet'/></x:sheets>")},
       {"xl/_rels/workbook.xml.rels",
        Relations({"worksheet", "sharedStrings", "styles"})},
       {"xl/sharedStrings.xml",
        Xml("x:sst",
            "<x:si><x:t>Drug</x:t></x:si><x:si><x:r><x:t>Do</x:t></x:r>"
            "<x:r><x:t>se</x:t></x:r></x:si>")},
       {"xl/styles.xml", Xml("x:styleSheet",
                             "<x:cellXfs><x:xf numFmtId='0'/>"
                             "<x:xf numFmtId='10'/></x:cellXfs>")},
       {"xl/worksheet.xml", Xml("x:worksheet", sheet)},
       {"xl/_rels/worksheet.xml.rels", Relations({"drawing"})},
       {"xl/drawing.xml", "<wsDr>" + std::string(shapes) + "</wsDr>"}});
  return ConvertExcel(FileOf(bytes).get(), bytes.size());
}

constexpr const char* kSheet =
    "<x:cols><x:col min='4' max='4' hidden='1'/></x:cols><x:sheetData>"
    "<x:row r='2'><x:c r='B2' t='s'><x:v>0</x:v></x:c>"
    "<x:c r='C2' t='s'><x:v>1</x:v></x:c></x:row>"
    "<x:row r='3'><x:c r='B3' t='inlineStr'><x:is><x:t>a</x:t></x:is></x:c>"
    "<x:c r='C3' s='1'><x:v>0.125</x:v></x:c>"
    "<x:c r='D3'><x:v>7</x:v></x:c></x:row>"
    "<x:row r='4'><x:c r='C4'><x:v>2</x:v></x:c></x:row>"
    "</x:sheetData><x:mergeCells><x:mergeCell ref='B3:B4'/></x:mergeCells>";

TEST(Excel, SheetsAreTablesUnderTheirNames) {
  const auto document = ConvertBook(kSheet);
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Doses\n\nDrug | Dose\na | 12.50%\na | 2\n");
  EXPECT_EQ(BlockFault(*document), "");
  const std::string outline = Outline(*document);
  EXPECT_THAT(outline, HasSubstr("cell@0,1^: Dose\n"));
  EXPECT_THAT(outline, HasSubstr("cell@2,0: a\n"));
  ASSERT_EQ(document->notes.left_out.size(), 1u);
  EXPECT_EQ(document->notes.left_out[0].why, LeftOut::kHidden);
}

TEST(Excel, NamesBelowMergedHeadsAreHeads) {
  const auto text = [](const char* place, const char* words) {
    return "<x:c r='" + std::string(place) + "' t='str'><x:v>" + words +
           "</x:v></x:c>";
  };
  const auto document = ConvertBook(
      "<x:sheetData><x:row>" + text("A1", "Boat") + text("B1", "Summer") +
      "</x:row><x:row>" + text("B2", "Adults") + text("C2", "Children") +
      "</x:row><x:row>" + text("A3", "Heron") +
      "<x:c r='B3'><x:v>12</x:v></x:c></x:row></x:sheetData>"
      "<x:mergeCells><x:mergeCell ref='B1:C1'/></x:mergeCells>");
  ASSERT_TRUE(document);
  EXPECT_THAT(Outline(*document), HasSubstr("cell@0,1x1,2^: Summer\n"));
  EXPECT_THAT(Outline(*document), HasSubstr("cell@1,2^: Children\n"));
}

TEST(Excel, HiddenSheetsAreLeftOut) {
  EXPECT_EQ(ConvertBook(kSheet, "hidden").error().reason,
            RejectionReason::kEmpty);
}

TEST(Excel, ShapesAreParagraphsAfterTheirSheet) {
  const std::string shape =
      "<anchor xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'>"
      "<a:p><a:t>Closed</a:t><a:br/><a:t>on</a:t></a:p><mc:AlternateContent "
      "xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'>"
      "<mc:Choice><a:p><a:t>Mondays</a:t></a:p></mc:Choice><mc:Fallback><a:p>"
      "<a:t>Mondays</a:t></a:p></mc:Fallback></mc:AlternateContent></anchor>";
  const auto document = ConvertBook(
      "<x:sheetData><x:row><x:c><x:v>5</x:v></x:c></x:row></x:sheetData>",
      "visible", shape);
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Doses\n\n5\n\nClosed on Mondays\n");
  EXPECT_EQ(ConvertBook("", "hidden", shape).error().reason,
            RejectionReason::kEmpty);
}

TEST(Excel, PlacesPastTheEdgeAreNone) {
  for (const char* place : {"ZZZZZ1", "A0", "A99999999999", "1", "", "A1B"}) {
    const auto document =
        ConvertBook("<x:sheetData><x:row><x:c r='" + std::string(place) +
                    "'><x:v>5</x:v></x:c></x:row></x:sheetData>");
    ASSERT_TRUE(document) << place;
    EXPECT_EQ(document->text, "Doses\n\n5\n");
  }
}

}  // namespace
}  // namespace answerbox::client::package
