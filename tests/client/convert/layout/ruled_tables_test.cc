#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "pdf_xml.h"
#include "read_blocks.h"

namespace answerbox::client::layout {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;
using Kind = engine::TextBlockKind;

// What `pdftops` writes of pages of 900 x 1200 pixels, in pixels from the top
// left corner.
class Drawing {
 public:
  Drawing() { Page(); }

  Drawing& Page() {
    const std::string number = std::to_string(++page_);
    text_ += "%%Page: " + number + " " + number +
             "\n600 800 pdfSetupPaper\n%%EndPageSetup\n/DeviceRGB {} cs\n";
    return *this;
  }

  Drawing& Level(int top, int left, int right) {
    return Color("0 0 0").Box(left, top, right, top + 1);
  }
  Drawing& Upright(int left, int top, int bottom) {
    return Color("0 0 0").Box(left, top, left + 1, bottom);
  }
  Drawing& Ground(int left, int top, int right, int bottom) {
    return Color("0.5 0.7 0.9").Box(left, top, right, bottom);
  }
  // All rules of a grid.
  Drawing& Grid(const std::vector<int>& columns, const std::vector<int>& rows) {
    for (const int top : rows) Level(top, columns.front(), columns.back());
    for (const int left : columns) Upright(left, rows.front(), rows.back());
    return *this;
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  Drawing& Color(std::string_view color) {
    text_.append("[").append(color).append("] sc\n");
    return *this;
  }
  Drawing& Box(int left, int top, int right, int bottom) {
    for (const double length : {left / 1.5, 800 - bottom / 1.5,
                                (right - left) / 1.5, (bottom - top) / 1.5}) {
      text_ += std::to_string(length) + " ";
    }
    text_ += "re\nf\n";
    return *this;
  }

  std::string text_;
  int page_ = 0;
};

std::vector<LayoutBlock> BlocksOf(const PdfXml& xml, const Drawing& drawing) {
  return layout::BlocksOf(xml, {}, drawing.text());
}

// Lines of two cells stand as close as rows, so words tell no rows here.
TEST(RuledTables, RulesTellTheCellsOfLinesThatStandClose) {
  PdfXml xml = BodyPage();
  xml.Text(110, 110, "Grains").Text(310, 110, "7 servings");
  xml.Text(110, 130, "Fruit").Text(310, 130, "4 servings, or");
  xml.Text(310, 150, "Two of juice");
  const auto blocks =
      BlocksOf(xml, Drawing().Grid({100, 300, 500}, {105, 128, 170}));
  EXPECT_THAT(CellsOf(TableOf(blocks)),
              ElementsAre(ElementsAre("Grains", "7 servings"),
                          ElementsAre("Fruit", "4 servings, or Two of juice")));
}

TEST(RuledTables, ACellCoversPlacesThatNoRuleParts) {
  PdfXml xml = BodyPage();
  xml.Text(110, 110, "Drug").Text(310, 110, "Dose");
  xml.Text(310, 140, "Adults").Text(510, 140, "Children");
  xml.Text(110, 170, "Aspirin").Text(310, 170, "300 mg");
  xml.Text(510, 170, "none");
  Drawing drawing;
  drawing.Level(105, 100, 700).Level(135, 300, 700).Level(165, 100, 700);
  drawing.Level(195, 100, 700).Upright(100, 105, 195).Upright(300, 105, 195);
  drawing.Upright(500, 135, 195).Upright(700, 105, 195);
  const LayoutBlock table = TableOf(BlocksOf(xml, drawing));
  EXPECT_THAT(
      table.rows,
      ElementsAre(
          ElementsAre(LayoutCell{"Drug", 1, 2}, LayoutCell{"Dose", 2, 1}),
          ElementsAre(LayoutCell{"Adults"}, LayoutCell{"Children"}),
          ElementsAre(LayoutCell{"Aspirin"}, LayoutCell{"300 mg"},
                      LayoutCell{"none"})));
}

TEST(RuledTables, ARunIsPartedAtARuleBetweenItsWords) {
  PdfXml xml = BodyPage();
  xml.Text(110, 110, "Dose").Text(310, 110, "Volume");
  xml.Wide(240, 140, 110, "over 20-60 min 150mg/3ml");
  xml.Text(110, 170, "5 mg").Text(310, 170, "1 ml");
  const std::string words =
      "<page width=\"600\" height=\"800\">\n"
      "<word xMin=\"160\" yMin=\"93\" xMax=\"175\" yMax=\"104\">over</word>\n"
      "<word xMin=\"178\" yMin=\"93\" xMax=\"187\" yMax=\"104\">20-60</word>\n"
      "<word xMin=\"188\" yMin=\"93\" xMax=\"200\" yMax=\"104\">min</word>\n"
      "<word xMin=\"201\" yMin=\"93\" xMax=\"233\" "
      "yMax=\"104\">150mg/3ml</word>\n</page>\n";
  const auto blocks = layout::BlocksOf(
      xml, words, Drawing().Grid({100, 300, 500}, {105, 135, 165, 195}).text());
  EXPECT_THAT(CellsOf(TableOf(blocks)),
              ElementsAre(ElementsAre("Dose", "Volume"),
                          ElementsAre("over 20-60 min", "150mg/3ml"),
                          ElementsAre("5 mg", "1 ml")));
}

TEST(RuledTables, FramesAroundTextAndAxesAreNoTables) {
  PdfXml xml;
  xml.Page().Lines(120, 100, Prose("framed", 6));
  xml.Lines(120, 400, Prose("next", 6));
  xml.Text(60, 650, "40 %").Text(60, 700, "20 %").Text(200, 800, "Weeks");
  Drawing drawing;
  drawing.Grid({100, 800}, {80, 300, 600});
  drawing.Upright(100, 640, 780).Level(780, 100, 500);
  const auto blocks = BlocksOf(xml, drawing);
  EXPECT_THAT(TextsOf(blocks, Kind::kTable), IsEmpty());
  EXPECT_THAT(TextsOf(blocks, Kind::kParagraph),
              ::testing::IsSupersetOf(
                  {StartsWith("The framed"), StartsWith("The next")}));
}

TEST(RuledTables, BoxesWithGroundsSideBySideAreNoTable) {
  PdfXml xml = BodyPage();
  for (const int top : {110, 210}) {
    xml.Text(110, top, "Call the nurse").Text(420, top, "Rest at home");
  }
  Drawing drawing;
  for (const int top : {100, 200}) {
    drawing.Ground(100, top, 400, top + 99).Ground(401, top, 700, top + 99);
  }
  EXPECT_THAT(TextsOf(BlocksOf(xml, drawing), Kind::kTable), IsEmpty());
}

TEST(RuledTables, WordsTellTheColumnsOfRowsWithGrounds) {
  PdfXml xml = BodyPage();
  Drawing drawing;
  for (int row = 0; row < 4; ++row) {
    const int top = 100 + 40 * row;
    xml.Text(110, top, "Drug " + std::to_string(row));
    xml.Text(310, top, "takes a while").Text(510, top, "5 mg");
    xml.Text(310, top + 18, "to work");
    if (row % 2 == 0) drawing.Ground(100, top - 2, 700, top + 38);
  }
  const auto cells = CellsOf(TableOf(BlocksOf(xml, drawing)));
  ASSERT_THAT(cells, SizeIs(4));
  EXPECT_THAT(cells[1], ElementsAre("Drug 1", "takes a while to work", "5 mg"));
}

// The rule over the note is as wide as those of the table.
TEST(RuledTables, LevelRulesPartRowsWithoutUprightOnes) {
  PdfXml xml = BodyPage();
  Drawing drawing;
  for (int row = 0; row < 3; ++row) {
    const int top = 100 + 50 * row;
    xml.Text(110, top, "Site " + std::to_string(row)).Text(410, top, "Open");
    xml.Text(110, top + 18, "of the town").Text(410, top + 18, "all day");
    drawing.Level(top - 5, 100, 700);
  }
  drawing.Level(245, 100, 700).Level(600, 100, 700);
  xml.Lines(100, 300, Prose("note", 6));
  const auto blocks = BlocksOf(xml, drawing);
  EXPECT_THAT(CellsOf(TableOf(blocks)),
              ElementsAre(ElementsAre("Site 0 of the town", "Open all day"),
                          ElementsAre("Site 1 of the town", "Open all day"),
                          ElementsAre("Site 2 of the town", "Open all day")));
}

TEST(RuledTables, NumbersBetweenTwoRulesAreRows) {
  PdfXml xml = BodyPage();
  xml.Bold(110, 110, "Country").Bold(310, 110, "Cases");
  Drawing drawing;
  drawing.Grid({100, 300, 500}, {105, 135, 240});
  for (int row = 0; row < 4; ++row) {
    xml.Text(110, 145 + 22 * row, "Land " + std::string(1, char('A' + row)));
    xml.Text(310, 145 + 22 * row, std::to_string(120 + row));
  }
  const LayoutBlock table = TableOf(BlocksOf(xml, drawing));
  EXPECT_EQ(table.header_rows, 1u);
  EXPECT_THAT(
      CellsOf(table),
      ElementsAre(ElementsAre("Country", "Cases"), ElementsAre("Land A", "120"),
                  ElementsAre("Land B", "121"), ElementsAre("Land C", "122"),
                  ElementsAre("Land D", "123")));
}

TEST(RuledTables, NumbersOnOneGroundAreCellsOfTheirRows) {
  PdfXml xml = BodyPage();
  Drawing drawing;
  for (int row = 0; row < 3; ++row) {
    const int top = 100 + 20 * row;
    xml.Text(110, top, "Task " + std::string(1, char('A' + row)));
    xml.Text(310, top, "0.00").Text(410, top, "0.4" + std::to_string(row));
    drawing.Ground(300, top, 400, top + 20);
    if (row != 1) drawing.Ground(400, top, 500, top + 20);
    drawing.Level(top, 100, 500);
  }
  drawing.Level(160, 100, 500);
  EXPECT_THAT(CellsOf(TableOf(BlocksOf(xml, drawing))),
              ElementsAre(ElementsAre("Task A", "0.00", "0.40"),
                          ElementsAre("Task B", "0.00", "0.41"),
                          ElementsAre("Task C", "0.00", "0.42")));
}

TEST(RuledTables, HeadsBelowAHeadingThatNoRuleParts) {
  PdfXml xml = BodyPage();
  xml.Bold(110, 110, "Drug").Bold(475, 110, "Dose");
  xml.Bold(310, 128, "Adults").Bold(510, 128, "Children");
  xml.Text(110, 160, "Aspirin").Text(310, 160, "300 mg");
  xml.Text(510, 160, "no");
  xml.Text(110, 190, "Morphine").Text(310, 190, "5 mg").Text(510, 190, "1 mg");
  Drawing drawing;
  drawing.Grid({100, 300, 700}, {105, 150, 180, 210});
  drawing.Upright(500, 150, 210);
  const LayoutBlock table = TableOf(BlocksOf(xml, drawing));
  EXPECT_EQ(table.header_rows, 2u);
  EXPECT_THAT(CellsOf(table),
              ElementsAre(ElementsAre("Drug", "Dose"),
                          ElementsAre("Adults", "Children"),
                          ElementsAre("Aspirin", "300 mg", "no"),
                          ElementsAre("Morphine", "5 mg", "1 mg")));
}

TEST(RuledTables, ARuleThroughWordsPartsNoCell) {
  PdfXml xml = BodyPage();
  xml.Text(110, 110, "Monday").Text(110, 140, "Tuesday");
  xml.Text(310, 125, "Heron").Text(510, 110, "two").Text(510, 140, "four");
  const LayoutBlock table = TableOf(
      BlocksOf(xml, Drawing().Grid({100, 300, 500, 700}, {105, 134, 163})));
  EXPECT_EQ(table.rows[0][1], (LayoutCell{"Heron", 1, 2}));
  EXPECT_THAT(table.rows[1], SizeIs(2));
}

TEST(RuledTables, ANameAcrossBelowTheHeadIsOfAGroup) {
  PdfXml xml = BodyPage();
  xml.Bold(110, 110, "Length").Bold(310, 110, "Fee");
  xml.Bold(110, 140, "Sailing boats");
  Drawing drawing;
  drawing.Level(105, 100, 500).Level(135, 100, 500).Level(165, 100, 500);
  for (int top = 170; top < 320; top += 30) {
    xml.Text(110, top, "short").Text(310, top, "9 crowns");
    drawing.Level(top + 25, 100, 500);
  }
  drawing.Upright(300, 105, 135).Upright(300, 165, 315);
  EXPECT_EQ(TableOf(BlocksOf(xml, drawing)).header_rows, 1u);
}

TEST(RuledTables, TablesSideBySideStayApart) {
  PdfXml xml = BodyPage();
  for (const int left : {100, 500}) {
    for (const int top : {100, 130, 160}) {
      xml.Text(left + 10, top + 5, std::to_string(left + top));
      xml.Text(left + 110, top + 5, "bottles");
    }
  }
  Drawing drawing;
  for (const int left : {100, 500}) {
    drawing.Grid({left, left + 100, left + 200}, {100, 130, 160, 190});
  }
  std::vector<std::string> firsts;
  for (const LayoutBlock& block : BlocksOf(xml, drawing)) {
    if (block.kind == Kind::kTable) firsts.push_back(block.rows[0][0].text);
  }
  EXPECT_THAT(firsts, ElementsAre("200", "600"));
}

TEST(RuledTables, ARowThatThePageCutsIsWhole) {
  PdfXml xml = BodyPage();
  Drawing drawing;
  xml.Text(110, 1010, "On site")
      .Text(310, 1010, "Cheap")
      .Text(510, 1010, "Slow");
  xml.Text(110, 1040, "By mail").Text(310, 1040, "Safe");
  xml.Text(510, 1040, "Records may be");
  drawing.Grid({100, 300, 500, 700}, {1005, 1035, 1065});
  xml.Page().Text(510, 110, "incomplete");
  xml.Text(110, 140, "Online").Text(310, 140, "Fast").Text(510, 140, "Costs");
  drawing.Page().Grid({100, 300, 500, 700}, {105, 135, 165});
  EXPECT_THAT(
      CellsOf(TableOf(BlocksOf(xml, drawing))),
      ElementsAre(ElementsAre("On site", "Cheap", "Slow"),
                  ElementsAre("By mail", "Safe", "Records may be incomplete"),
                  ElementsAre("Online", "Fast", "Costs")));
}

TEST(RuledTables, GroundsThatBleedOffThePageAreNoCells) {
  PdfXml xml;
  xml.Page().Lines(120, 100, Prose("upper", 6));
  xml.Text(110, 500, "Tell your doctor").Text(510, 500, "Ask for a test");
  xml.Text(110, 600, "Take your drugs").Text(510, 600, "Come again");
  Drawing drawing;
  drawing.Grid({100, 400}, {80, 400}).Ground(0, 300, 900, 560);
  drawing.Ground(0, 560, 900, 700);
  EXPECT_THAT(TextsOf(BlocksOf(xml, drawing), Kind::kTable), IsEmpty());
}

// Each word is read once, however odd the rules are.
TEST(RuledTables, HostileRulesCostNoWord) {
  Drawing many;
  for (int i = 0; i < 100'000; ++i)
    many.Level(i % 1200, i % 450, 450 + i % 450);
  Drawing dense;
  for (int i = 0; i < 900; ++i) dense.Level(i, 0, 900).Upright(i, 0, 1200);
  Drawing odd;
  odd.Grid({100, 100, 101, 102, 700}, {90, 90, 91, 500}).Level(-5, 900, 100);
  odd.Ground(0, 0, 0, 0).Ground(700, 500, 100, 90).Grid({50, 800}, {95, 95});
  for (const Drawing& drawing : {many, dense, odd}) {
    PdfXml xml;
    xml.Page().Text(110, 110, "alpha").Text(310, 110, "beta");
    xml.Text(110, 140, "gamma").Text(310, 140, "delta");
    std::string all;
    for (const LayoutBlock& block : BlocksOf(xml, drawing)) {
      all += block.text;
      for (const auto& row : CellsOf(block)) {
        for (const std::string& cell : row) all += cell;
      }
    }
    for (const char* word : {"alpha", "beta", "gamma", "delta"}) {
      const std::size_t at = all.find(word);
      EXPECT_NE(at, std::string::npos) << word;
      EXPECT_EQ(all.find(word, at + 1), std::string::npos) << word;
    }
  }
}

}  // namespace
}  // namespace answerbox::client::layout
