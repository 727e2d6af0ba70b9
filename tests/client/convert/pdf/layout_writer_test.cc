#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "client/convert/pdf/pdf_document.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using engine::TextBlockKind;
using testing::ElementsAre;

LayoutBlock Block(TextBlockKind kind, std::string text, std::uint32_t page = 1,
                  std::uint8_t level = 0) {
  LayoutBlock block;
  block.kind = kind;
  block.text = std::move(text);
  block.page = page;
  block.level = level;
  return block;
}

LayoutBlock Item(std::string mark, std::string text, std::uint8_t level = 1,
                 std::uint32_t page = 1) {
  LayoutBlock block = Block(TextBlockKind::kItem, std::move(text), page, level);
  block.mark = std::move(mark);
  return block;
}

ConvertedDocument Written(std::vector<LayoutBlock> blocks) {
  LayoutDocument layout;
  layout.blocks = std::move(blocks);
  auto document = DocumentFromLayout(layout);
  EXPECT_TRUE(document) << document.error().message;
  EXPECT_EQ(BlockFault(*document), "");
  return *std::move(document);
}

TEST(LayoutWriter, PlacesBoxesByTheTextThatTheyHold) {
  LayoutBlock heading = Block(TextBlockKind::kHeading, "Hands", 1, 2);
  heading.boxes = {{1, 100, 200, 900, 300}};
  LayoutBlock item = Item("3.", "dry them");
  item.boxes = {{1, 100, 400, 900, 500}};
  LayoutBlock text = Block(TextBlockKind::kParagraph, "One two three.");
  text.boxes = {{1, 100, 900, 900, 990}, {2, 50, 10, 800, 30}};
  text.page_starts = {{4, 2}};
  const auto document = Written({heading, item, text});
  ASSERT_EQ(document.text, "Hands\n\n3. dry them\n\nOne two three.\n");
  std::vector<std::pair<std::uint32_t, protocol::BlockBox>> boxes;
  for (const PrintedBox& box : document.boxes) {
    boxes.emplace_back(box.page, box.box);
  }
  EXPECT_THAT(
      boxes,
      ElementsAre(std::pair(1u, protocol::BlockBox{0, 100, 200, 800, 100}),
                  std::pair(1u, protocol::BlockBox{10, 100, 400, 800, 100}),
                  std::pair(1u, protocol::BlockBox{20, 100, 900, 800, 90}),
                  std::pair(2u, protocol::BlockBox{24, 50, 10, 750, 20})));
}

TEST(LayoutWriter, NestsItemsByTheirLevels) {
  const auto document = Written(
      {Block(TextBlockKind::kHeading, "Hands", 1, 2),
       Block(TextBlockKind::kParagraph, "You need:"), Item("•", "soap"),
       Item("•", "paper"), Item("a)", "soft", 2), Item("3.", "new", 3),
       Item("", "water"), Block(TextBlockKind::kParagraph, "Then dry them.")});
  EXPECT_EQ(
      document.text,
      "Hands\n\nYou need:\n\n- soap\n- paper\na) soft\n3. new\n- water\n\n"
      "Then dry them.\n");
  EXPECT_EQ(Outline(document),
            "heading2: Hands\n"
            "list1: - - -\n"
            "  lead-in: You need:\n"
            "  item1: soap\n"
            "  item1: paper\n"
            "    list2: a)\n"
            "      item2: soft\n"
            "        list3: 3.\n"
            "          item3#3: new\n"
            "  item1: water\n"
            "paragraph: Then dry them.\n");
}

TEST(LayoutWriter, KeepsACaptionFromTheReferencesBeforeItsTable) {
  LayoutBlock table = Block(TextBlockKind::kTable, "");
  table.rows = {{{.text = "Child"}, {.text = "5 mg"}}};
  EXPECT_EQ(Outline(Written({Block(TextBlockKind::kHeading, "References", 1, 2),
                             Block(TextBlockKind::kParagraph, "Smith, 1998."),
                             Block(TextBlockKind::kRunningLine, "Annex"),
                             Block(TextBlockKind::kCaption, "Table 2. Doses"),
                             table})),
            "heading2: References\n"
            "references\n"
            "  paragraph: Smith, 1998.\n"
            "  running: Annex\n"
            "caption: Table 2. Doses\n"
            "table\n"
            "  row: |\n"
            "    cell@0,0: Child\n"
            "    cell@0,1: 5 mg\n");
}

TEST(LayoutWriter, WritesRunningLinesOfAListAfterIt) {
  const auto document =
      Written({Item("•", "soap"), Block(TextBlockKind::kRunningLine, "7"),
               Item("•", "water", 1, 2)});
  EXPECT_EQ(document.text, "- soap\n- water\n\n7\n");
  EXPECT_THAT(Pages(document), ElementsAre("1:- soap\n", "2:- water\n\n7\n"));
}

TEST(LayoutWriter, RepeatsCellsThatSpanRows) {
  LayoutBlock table = Block(TextBlockKind::kTable, "");
  table.header_rows = 1;
  table.rows = {{{"Age", 1, 1}, {"Dose", 2, 1}},
                {{"Adults", 1, 2}, {"1", 1, 1}, {"2", 1, 1}},
                {{"", 1, 1}, {"4", 1, 1}}};
  const auto document = Written({table});
  EXPECT_EQ(document.text, "Age | Dose\nAdults | 1 | 2\nAdults | | 4\n");
  EXPECT_EQ(Outline(document),
            "table\n"
            "  row: |\n"
            "    cell@0,0^: Age\n"
            "    cell@0,1x1,2^: Dose\n"
            "  row: | |\n"
            "    cell@1,0: Adults\n"
            "    cell@1,1: 1\n"
            "    cell@1,2: 2\n"
            "  row: | |\n"
            "    cell@2,0: Adults\n"
            "    cell@2,2: 4\n");
}

TEST(LayoutWriter, MarksAPageWithinAWord) {
  LayoutBlock paragraph = Block(TextBlockKind::kParagraph, "Wash thoroughly.");
  paragraph.page_starts = {{10, 2}};
  const auto document =
      Written({paragraph, Block(TextBlockKind::kFootnote, "1 See page 3.", 1),
               Block(TextBlockKind::kParagraph, "Dry.", 3)});
  EXPECT_THAT(
      Pages(document),
      ElementsAre("1:Wash thoro", "2:ughly.\n\n1 See page 3.\n\n", "3:Dry.\n"));
}

TEST(LayoutWriter, TakesReferencesForFurnitureUntilTheNextHeading) {
  const auto document = Written(
      {Block(TextBlockKind::kHeading, "Guide", 1, 1),
       Block(TextBlockKind::kHeading, "7. References", 1, 1),
       Item("1.", "Smith 2001."), Block(TextBlockKind::kHeading, "Annex", 2, 6),
       Block(TextBlockKind::kParagraph, "Doses.", 2)});
  EXPECT_EQ(Outline(document),
            "heading1: Guide\n"
            "heading1: 7. References\n"
            "references\n"
            "  list1: 1.\n"
            "    item1#1: Smith 2001.\n"
            "heading6: Annex\n"
            "paragraph: Doses.\n");
}

TEST(LayoutWriter, RefusesADocumentOfRunningLines) {
  LayoutDocument layout;
  layout.blocks = {Block(TextBlockKind::kRunningLine, "1")};
  EXPECT_EQ(DocumentFromLayout(layout).error().reason,
            RejectionReason::kNoText);
}

}  // namespace
}  // namespace answerbox::client
