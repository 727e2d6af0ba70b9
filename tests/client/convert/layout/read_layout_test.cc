#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "pdf_xml.h"
#include "read_blocks.h"

namespace answerbox::client::layout {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Kind = engine::TextBlockKind;

TEST(ReadLayout, ReadsColumnsOneAfterTheOther) {
  PdfXml xml;
  xml.Page();
  // Base lines of both columns are level, as in most papers.
  xml.Lines(100, 200, Prose("left", 8));
  xml.Lines(480, 200, Prose("right", 8));
  const auto texts = TextsOf(BlocksOf(xml), Kind::kParagraph);
  EXPECT_THAT(texts,
              ElementsAre(StartsWith("The left"), StartsWith("The right")));
}

// The page has 900 x 1200 pixels.
TEST(ReadLayout, TellsWhereBlocksArePrinted) {
  PdfXml xml;
  xml.Page();
  xml.Lines(90, 240, Prose("left", 8));
  xml.Lines(540, 240, Prose("right", 8));
  const auto blocks = BlocksOf(xml);
  ASSERT_EQ(blocks.size(), 2u);
  for (const auto& [block, left] : {std::pair(0, 1000), std::pair(1, 6000)}) {
    const auto& boxes = blocks[static_cast<std::size_t>(block)].boxes;
    ASSERT_EQ(boxes.size(), 1u);
    EXPECT_EQ(boxes[0].page, 1u);
    EXPECT_EQ(boxes[0].left, left);
    EXPECT_NEAR(boxes[0].top, 2000, 60);
    // Eight lines, 20 pixels apart.
    EXPECT_NEAR(boxes[0].bottom, 2000 + 8 * 20 * 10000 / 1200, 120);
    EXPECT_NEAR(boxes[0].right, left + 300 * 10000 / 900, 500);
  }
}

TEST(ReadLayout, ATextThatGoesOnElsewhereHasABoxInEachPlace) {
  PdfXml xml;
  xml.Page();
  std::vector<std::string> lines = Prose("first", 8);
  lines.back().pop_back();  // The sentence goes on.
  xml.Lines(90, 240, lines);
  xml.Page();
  lines = Prose("second", 8);
  lines.front()[0] = 't';
  xml.Lines(180, 600, lines);
  const auto blocks = BlocksOf(xml);
  ASSERT_EQ(blocks.size(), 1u);
  ASSERT_EQ(blocks[0].boxes.size(), 2u);
  EXPECT_EQ(blocks[0].boxes[0].page, 1u);
  EXPECT_EQ(blocks[0].boxes[0].left, 1000);
  EXPECT_EQ(blocks[0].boxes[1].page, 2u);
  EXPECT_EQ(blocks[0].boxes[1].left, 2000);
  EXPECT_NEAR(blocks[0].boxes[1].top, 5000, 60);
}

// Lines of prose with numbers in the margin at every `step`-th of them.
PdfXml NumberedLines(int step) {
  PdfXml xml;
  xml.Page();
  const std::vector<std::string> lines = Prose("draft", 12);
  for (int i = 1; i <= 12; ++i) {
    if (i % step == 0) {
      xml.Text(60, 200 + i * 30, std::to_string(i), PdfXml::kSmall);
    }
    xml.Text(100, 200 + i * 30, lines[static_cast<std::size_t>(i - 1)]);
  }
  return xml;
}

TEST(ReadLayout, NumbersOfLinesAreFurniture) {
  for (const auto& [step, numbers] :
       {std::pair(1, "1 2 3 4 5 6 7 8 9 10 11 12"), std::pair(5, "5 10")}) {
    const auto blocks = BlocksOf(NumberedLines(step));
    EXPECT_THAT(TextsOf(blocks, Kind::kRunningLine), ElementsAre(numbers));
    EXPECT_THAT(TextsOf(blocks, Kind::kTable), IsEmpty());
    EXPECT_THAT(TextsOf(blocks, Kind::kParagraph),
                ElementsAre(StartsWith("The draft")));
  }
}

TEST(ReadLayout, NumbersOfItemsOfTwoLinesAreNone) {
  PdfXml xml;
  xml.Page();
  const std::vector<std::string> lines = Prose("legend", 12);
  for (int i = 0; i < 12; ++i) {
    if (i % 2 == 0) xml.Text(60, 200 + i * 30, std::to_string(i / 2 + 1));
    xml.Text(100, 200 + i * 30, lines[static_cast<std::size_t>(i)]);
  }
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kRunningLine), IsEmpty());
}

TEST(ReadLayout, NumbersOfRowsAreCells) {
  PdfXml xml;
  xml.Page().Lines(100, 100, Prose("body", 6));
  for (int i = 1; i <= 8; ++i) {
    const int top = 300 + i * 30;
    xml.Text(60, top, std::to_string(i)).Text(100, top, "Quince");
    xml.Text(400, top, std::to_string(1980 + i));
  }
  const auto rows = CellsOf(TableOf(BlocksOf(xml)));
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_THAT(rows[2], ElementsAre("3", "Quince", "1983"));
}

// Two boxes under a line of text, with blanks around them. The left one has
// fewer lines, and the heading below them is at its side.
TEST(ReadLayout, ReadsBoxesSideBySideOneAfterTheOther) {
  PdfXml xml;
  xml.Page().Text(100, 100, "There are two tests.");
  xml.Lines(100, 200, Prose("mouse", 5));
  xml.Lines(500, 200, Prose("horse", 9));
  xml.Bold(100, 420, "Tell your doctor");
  xml.Text(100, 450,
           "The doctor asks how you are, what you eat and drink, who lives "
           "with you, and whether you cough.");
  std::vector<std::string> begins;
  for (const LayoutBlock& block : BlocksOf(xml)) {
    begins.push_back(block.text.substr(0, 9));
  }
  EXPECT_THAT(begins, ElementsAre("There are", "The mouse", "The horse",
                                  "Tell your", "The docto"));
}

TEST(ReadLayout, RowsOverBothColumnsAreATable) {
  PdfXml xml;
  xml.Page().Lines(100, 200, Prose("left", 8));
  xml.Lines(480, 200, Prose("right", 8));
  for (int i = 0; i < 3; ++i) {
    const int top = 400 + 30 * i;
    xml.Text(100, top, "Heron").Text(300, top, "none");
    xml.Text(480, top, "4 crowns").Text(680, top, "the weir");
  }
  xml.Lines(100, 520, Prose("lower", 8));
  xml.Lines(480, 520, Prose("last", 8));
  const auto blocks = BlocksOf(xml);
  EXPECT_THAT(CellsOf(TableOf(blocks)),
              Each(ElementsAre("Heron", "none", "4 crowns", "the weir")));
  EXPECT_EQ(TextsOf(blocks, Kind::kParagraph).size(), 4u);
}

TEST(ReadLayout, JoinsASentenceOverColumnsAndPages) {
  PdfXml xml;
  xml.Page();
  auto first = Prose("one", 8);
  first.back() = "and one goes on and on in the next column";
  xml.Lines(100, 200, first);
  auto second = Prose("two", 8);
  second.front() = "where two is found by those who look for it";
  second.back() = "and two goes on and on to the page after it";
  xml.Lines(480, 200, second);
  xml.Page().Lines(100, 200,
                   {"which three ends for good, as it is the last.",
                    "Here the same paragraph of the page goes on."});
  const auto blocks = BlocksOf(xml);
  ASSERT_EQ(blocks.size(), 1u);
  ASSERT_EQ(blocks[0].page_starts.size(), 1u);
  EXPECT_EQ(blocks[0].page_starts[0].page, 2u);
  EXPECT_THAT(blocks[0].text.substr(blocks[0].page_starts[0].offset),
              StartsWith("which three ends"));
}

// A soft hyphen that the next page takes away may be all that a page began
// with.
TEST(ReadLayout, PlacesOfPagesLieWithinTheTextThatSoftHyphensLeave) {
  PdfXml xml;
  auto first = Prose("one", 8);
  first.back() = "and one goes on and on to the next pa\u00ad";
  xml.Page().Lines(100, 200, first);
  xml.Page().Text(100, 200, "g\u00ad");
  xml.Page().Text(100, 200, "e");
  const auto blocks = BlocksOf(xml);
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_THAT(blocks[0].text, EndsWith("to the next page"));
  ASSERT_EQ(blocks[0].page_starts.size(), 2u);
  EXPECT_LE(blocks[0].page_starts[0].offset, blocks[0].page_starts[1].offset);
  EXPECT_LE(blocks[0].page_starts[1].offset, blocks[0].text.size());
}

TEST(ReadLayout, MendsWordsThatTheDocumentKnows) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200,
            {"Early detection helps, and self care does; for detec-",
             "tion and for self-", "care there are rules."});
  EXPECT_THAT(
      TextsOf(BlocksOf(xml), Kind::kParagraph)[0],
      testing::EndsWith("for detection and for self-care there are rules."));
}

TEST(ReadLayout, KnowsHeadingsBySizeAndWeight) {
  PdfXml xml = BodyPage();
  xml.Text(100, 100, "The book of examples", PdfXml::kLarge);
  xml.Bold(100, 160, "HOW TO READ");
  xml.Lines(100, 190, Prose("text", 4));
  xml.Bold(100, 300, "White On Blue", PdfXml::kWhite);
  xml.Lines(100, 330, Prose("more", 4));
  const auto blocks = BlocksOf(xml);
  EXPECT_THAT(TextsOf(blocks, Kind::kTitle),
              ElementsAre("The book of examples"));
  EXPECT_THAT(TextsOf(blocks, Kind::kHeading),
              ElementsAre("HOW TO READ", "White On Blue"));
}

TEST(ReadLayout, BoldWordsInASentenceAreNoHeading) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200, {"Wash hands before each meal and after it, and"});
  xml.Bold(100, 220, "never share a towel");
  xml.Text(100 + 19 * 7 + 5, 220, "with anybody else.");
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kHeading), IsEmpty());
}

TEST(ReadLayout, AHeadingThatIsContinuedOverleafIsARunningLine) {
  PdfXml xml = BodyPage();
  xml.Bold(100, 640, "Gloves");
  xml.Page().Bold(100, 100, "Gloves (continued)");
  xml.Lines(100, 140, Prose("glove", 3));
  xml.Bold(100, 300, "Hands (continued)").Lines(100, 340, Prose("hand", 3));
  const auto blocks = BlocksOf(xml);
  EXPECT_THAT(TextsOf(blocks, Kind::kHeading),
              ElementsAre("Gloves", "Hands (continued)"));
  EXPECT_THAT(TextsOf(blocks, Kind::kRunningLine),
              ElementsAre("Gloves (continued)"));
}

TEST(ReadLayout, FindsItemsAndTheirLevels) {
  PdfXml xml = BodyPage();
  xml.Text(100, 200, "You need these things for it:");
  xml.Text(100, 220, "n", PdfXml::kSymbols).Text(130, 220, "a lamp, which is");
  xml.Text(130, 240, "bright enough");
  xml.Text(130, 260, "–").Text(160, 260, "with oil");
  xml.Text(100, 280, "\ue0b7").Text(130, 280, "a rope");
  const auto blocks = BlocksOf(xml);
  std::vector<const LayoutBlock*> items;
  for (const LayoutBlock& block : blocks) {
    if (block.kind == Kind::kItem) items.push_back(&block);
  }
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(items[0]->text, "a lamp, which is bright enough");
  EXPECT_EQ(items[0]->level, 1);
  EXPECT_EQ(items[1]->level, 2);
  EXPECT_EQ(items[2]->level, 1);
}

TEST(ReadLayout, ANumberOnABaseLineOfItsOwnMarksTheTextBesideIt) {
  PdfXml xml = BodyPage();
  xml.Lines(480, 200, Prose("right", 20));
  xml.Lines(100, 200, Prose("left", 6));
  xml.Lines(100, 340, {"Three rules keep all injections safe:"});
  // The second rule is level with a line of the other column; its number, a
  // pixel higher, is not.
  const int tops[] = {380, 433, 480};
  for (int i = 0; i < 3; ++i) {
    xml.Text(120, tops[i] - 1, std::to_string(i + 1) + ".");
    xml.Lines(150, tops[i],
              {"This is one of the rules that all of", "us keep."});
  }
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kItem),
              Each("This is one of the rules that all of us keep."));
  EXPECT_EQ(TextsOf(BlocksOf(xml), Kind::kItem).size(), 3u);
}

TEST(ReadLayout, ANumberThatGoesOnASentenceIsNoItem) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200, {"Wear these:"});
  for (int i = 0; i < 2; ++i) {
    xml.Text(120, 220 + i * PdfXml::kPitch, std::to_string(i + 1) + ".");
    xml.Text(150, 220 + i * PdfXml::kPitch, "A thing to wear.");
  }
  xml.Lines(100, 300,
            {"Precautions include: 1) clean hands, 2) masks,",
             "3) gloves, which are worn once, and 4) gowns."});
  const auto blocks = BlocksOf(xml);
  EXPECT_EQ(TextsOf(blocks, Kind::kItem).size(), 2u);
  EXPECT_THAT(TextsOf(blocks, Kind::kParagraph),
              Contains("Precautions include: 1) clean hands, 2) masks, 3) "
                       "gloves, which are worn once, and 4) gowns."));
}

TEST(ReadLayout, ANumberThatBeginsALineByChanceIsNoItem) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200,
            {"It was done by all of them in the year of",
             "12. and nobody said a word about that at", "all."});
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kItem), IsEmpty());
}

TEST(ReadLayout, IndentedLinesBelowALeadInAreItemsWithoutMarks) {
  PdfXml xml = BodyPage();
  xml.Text(100, 200, "Take with you:");
  for (int i = 0; i < 3; ++i)
    xml.Text(125, 235 + 35 * i, "Something for the day");
  EXPECT_EQ(TextsOf(BlocksOf(xml), Kind::kItem).size(), 3u);
}

TEST(ReadLayout, ARomanNumberOfFourLettersMarksAHeading) {
  PdfXml xml = BodyPage();
  xml.Bold(100, 100, "VII. Hands").Lines(100, 130, Prose("hand", 3));
  xml.Bold(100, 300, "VIII. Gloves").Lines(100, 330, Prose("glove", 3));
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kHeading),
              ElementsAre("VII. Hands", "VIII. Gloves"));
}

TEST(ReadLayout, ALargeLineThatGoesOnInTheTextBelowIsNoHeading) {
  PdfXml xml = BodyPage();
  xml.Text(100, 300, "Eat at least five portions of", PdfXml::kLarge);
  xml.Text(100, 330, "fruit and vegetables every day of the week.");
  EXPECT_EQ(TextsOf(BlocksOf(xml), Kind::kParagraph).front(),
            "Eat at least five portions of fruit and vegetables every day of "
            "the week.");
}

TEST(ReadLayout, ALargeSentenceIsNoHeading) {
  PdfXml xml = BodyPage();
  xml.Text(100, 300, "Children are breastfed for the first six months of life.",
           PdfXml::kLarge);
  xml.Lines(100, 340, Prose("below", 3));
  for (const LayoutBlock& block : BlocksOf(xml)) {
    EXPECT_NE(block.kind, Kind::kHeading) << block.text;
  }
}

TEST(ReadLayout, ReadsContentsWithLeaders) {
  PdfXml xml;
  xml.Page().Text(100, 100, "Contents", PdfXml::kLarge);
  xml.Text(100, 200, "Beginnings ............................ 3");
  xml.Text(100, 220, "The middle of it ...................... 9");
  xml.Text(100, 240, "Ends .................................. 14");
  xml.Page().Lines(100, 200, Prose("text", 6));
  const auto entries = TextsOf(BlocksOf(xml), Kind::kContents);
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_THAT(entries[0], StartsWith("Beginnings"));
}

TEST(ReadLayout, LinesThatNameHeadingsStayApart) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200, {"Hiring a boat", "Reading the weir", "Coming back"});
  int top = 300;
  for (const char* name :
       {"Hiring a boat", "Reading the weir", "Coming back"}) {
    xml.Bold(100, top, name);
    xml.Lines(100, top + 24, Prose("text", 3));
    top += 120;
  }
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kParagraph),
              testing::IsSupersetOf(
                  {"Hiring a boat", "Reading the weir", "Coming back"}));
}

TEST(ReadLayout, SetsRunningLinesAndPageNumbersApart) {
  PdfXml xml;
  for (int page = 1; page <= 4; ++page) {
    xml.Page().Text(100, 40, "A guide to things");
    xml.Lines(100, 200, Prose("page", 6));
    xml.Text(450, 1150, std::to_string(page));
  }
  const auto running = TextsOf(BlocksOf(xml), Kind::kRunningLine);
  EXPECT_EQ(running.size(), 8u);
}

TEST(ReadLayout, TheTitleAtTheTopOfAPageIsNoRunningLine) {
  PdfXml xml = BodyPage();
  xml.Text(100, 40, "The book of examples", PdfXml::kLarge);
  xml.Lines(100, 200, Prose("text", 6));
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kTitle),
              ElementsAre("The book of examples"));
}

TEST(ReadLayout, ASentenceWhereRunningLinesStandIsText) {
  PdfXml xml;
  for (int page = 1; page <= 8; ++page) {
    xml.Page().Lines(100, 200, Prose("page", 6));
    if (page < 7) xml.Text(100, 60, "Chapter of things");
    if (page == 7)
      xml.Text(100, 60, "Wash your hands before each meal of the day.");
    if (page == 8) xml.Text(100, 60, "Chapter of birds");
  }
  const auto running = TextsOf(BlocksOf(xml), Kind::kRunningLine);
  EXPECT_THAT(running, Contains("Chapter of birds"));
  EXPECT_THAT(running, Not(Contains(StartsWith("Wash"))));
}

TEST(ReadLayout, AShortLineInAColourOfItsOwnOverTextIsAHeading) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200, Prose("text", 4));
  xml.Text(100, 320, "Stacking wood", PdfXml::kWhite);
  xml.Lines(100, 350, Prose("more", 4));
  xml.Text(100, 470, "Never stack it wet.", PdfXml::kWhite);
  xml.Lines(100, 500, Prose("last", 4));
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kHeading),
              ElementsAre("Stacking wood"));
}

TEST(ReadLayout, AListGoesOnInTheNextColumnAtItsLevel) {
  PdfXml xml;
  xml.Page().Lines(100, 200, Prose("left", 6));
  xml.Text(100, 340, "It carries:");
  for (int i = 0; i < 6; ++i) {
    const int left = i < 3 ? 100 : 480;
    const int top = i < 3 ? 360 + 20 * i : 200 + 20 * (i - 3);
    xml.Text(left, top, "•").Text(left + 20, top, "a thing for the cart");
  }
  xml.Lines(480, 290, Prose("right", 8));
  std::vector<int> levels;
  for (const LayoutBlock& block : BlocksOf(xml)) {
    if (block.kind == Kind::kItem) levels.push_back(block.level);
  }
  EXPECT_THAT(levels, ElementsAre(1, 1, 1, 1, 1, 1));
}

TEST(ReadLayout, FootnotesStandBeforeTheTextThatGoesOnOverleaf) {
  PdfXml xml = BodyPage();
  auto open = Prose("open", 4);
  open.back() = "and this sentence goes on and on to the next";
  xml.Lines(100, 950, open);
  xml.Text(100, 1058, "1", PdfXml::kSmall);
  xml.Text(108, 1062, "See the report of the others.", PdfXml::kSmall);
  xml.Page().Lines(100, 200, {"page, on which it ends at last for good."});
  const auto blocks = BlocksOf(xml);
  std::string order;
  for (const LayoutBlock& block : blocks) {
    order += std::to_string(static_cast<int>(block.kind)) + ":" +
             block.text.substr(0, 12) + "|";
  }
  EXPECT_THAT(blocks.back().text, testing::EndsWith("ends at last for good."))
      << order;
  EXPECT_THAT(blocks[blocks.size() - 2].text, StartsWith("1 See"));
}

TEST(ReadLayout, FootnotesAndTheirMarks) {
  PdfXml xml = BodyPage();
  xml.Text(100, 200, "This was found by others")
      .Text(269, 198, "1", PdfXml::kSmall);
  xml.Text(276, 200, "and is true.");
  xml.Text(100, 1000, "1", PdfXml::kSmall);
  xml.Text(108, 1002, "See the report of the others.", PdfXml::kSmall);
  const auto blocks = BlocksOf(xml);
  EXPECT_THAT(TextsOf(blocks, Kind::kParagraph)[0],
              testing::HasSubstr("others[1] and is true."));
}

TEST(ReadLayout, TenWithTheMarkOfANoteIsNoPower) {
  for (const bool has_note : {true, false}) {
    PdfXml xml = BodyPage();
    xml.Text(100, 200, "The first group had a score of 10")
        .Text(325, 198, "2", PdfXml::kSmall);
    xml.Text(332, 200, ", no more than that of others.");
    if (has_note) {
      xml.Text(100, 1000, "2", PdfXml::kSmall);
      xml.Text(108, 1002, "See the report of the others.", PdfXml::kSmall);
    }
    EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kParagraph)[0],
                testing::HasSubstr(has_note ? "of 10[2] " : "of 10\u00b2 "));
  }
}

TEST(ReadLayout, TheLinesOfASlideAreNoHeadings) {
  PdfXml xml = BodyPage();
  xml.Page();
  xml.Text(100, 100, "Reasons to wait", PdfXml::kLarge);
  const char* const lines[] = {"Younger than twelve", "A fever since Monday",
                               "Tired all day", "A cold hand"};
  int top = 200;
  for (const char* line : lines) {
    xml.Text(100, top += 60, line, PdfXml::kLarge);
  }
  xml.Page();
  xml.Text(100, 100, "\u2022", PdfXml::kLarge);
  xml.Text(130, 100, "Needs the advice of the doctor", PdfXml::kLarge);
  xml.Text(130, 128, "before the drug is given", PdfXml::kLarge);
  xml.Lines(100, 400, Prose("last", 8));
  const auto blocks = BlocksOf(xml);
  const auto paragraphs = TextsOf(blocks, Kind::kParagraph);
  for (const char* line : lines) EXPECT_THAT(paragraphs, Contains(line));
  EXPECT_THAT(TextsOf(blocks, Kind::kItem),
              ElementsAre("Needs the advice of the doctor before the drug is "
                          "given"));
}

TEST(ReadLayout, ACaptionIsNoParagraph) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200, Prose("text", 3));
  xml.Text(100, 300, "Table 2. What was found where");
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kCaption),
              ElementsAre("Table 2. What was found where"));
}

TEST(ReadLayout, ALargeFirstLetterBelongsToItsWord) {
  PdfXml xml;
  xml.Page().Lines(130, 200, Prose("once", 1));
  PdfXml chapter = BodyPage();
  chapter.Text(100, 200, "O", PdfXml::kLarge)
      .Text(113, 201, "ver the years much was said");
  EXPECT_THAT(TextsOf(BlocksOf(chapter), Kind::kParagraph)[0],
              StartsWith("Over the years"));
}

TEST(ReadLayout, TheOnlyLineOfEachPageIsNoRunningLine) {
  PdfXml xml;
  for (int i = 0; i < 4; ++i) xml.Page().Text(100, 60, "Keep out of reach");
  EXPECT_EQ(TextsOf(BlocksOf(xml), Kind::kRunningLine).size(), 0u);
  EXPECT_EQ(BlocksOf(xml).size(), 4u);
}

TEST(ReadLayout, NothingIsReadOfOtherBytes) {
  EXPECT_THAT(ReadLayout("").blocks, IsEmpty());
  EXPECT_THAT(ReadLayout("<page number=\"1\"><text top=\"1\"").blocks,
              IsEmpty());
  EXPECT_THAT(ReadLayout("%PDF-1.7 \xff\xfe").blocks, IsEmpty());
}

TEST(ReadLayout, APrefixOfADocumentIsReadAsFarAsItGoes) {
  const std::string xml = BodyPage().text();
  for (std::size_t length = 0; length < xml.size(); length += 7) {
    EXPECT_LE(ReadLayout(std::string_view(xml).substr(0, length)).blocks.size(),
              2u);
  }
}

TEST(ReadLayout, TellsOfAPageWithTooManyRuns) {
  PdfXml xml;
  xml.Page();
  for (int i = 0; i <= 50'000; ++i) xml.Text(i % 800, i % 1100, "x");
  EXPECT_FALSE(ReadLayout(xml.text()).is_complete);
}

}  // namespace
}  // namespace answerbox::client::layout
