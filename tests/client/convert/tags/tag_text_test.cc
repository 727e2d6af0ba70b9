#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "client/convert/tags/tags.h"

namespace answerbox::client::tags {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "heading 2 #3: Text" for each text.
std::vector<std::string> Texts(std::string_view printed) {
  constexpr const char* kNames[] = {"other", "heading", "item", "table"};
  std::vector<std::string> texts;
  for (const TaggedText& text : ReadTags(printed).texts) {
    texts.push_back(std::string(kNames[static_cast<int>(text.role)]) + " " +
                    std::to_string(text.level) + " #" +
                    std::to_string(text.element) + ": " +
                    std::string(text.text));
  }
  return texts;
}

TEST(TagText, TellsHeadingsAndParagraphs) {
  EXPECT_THAT(
      Texts("Document\n"
            "  H2 \"\" (block)\n"
            "    \"Hand washing \"\n"
            "  P (block):\n"
            "     /SpaceAfter 8\n"
            "    \"Use soap.\"\n"),
      ElementsAre("heading 2 #2: Hand washing ", "other 0 #3: Use soap."));
}

TEST(TagText, OfAnElementInAHeadingIsTheHeadings) {
  EXPECT_THAT(Texts("H1\n  \"Be \"\n  Span (inline)\n    \"safe\"\n"),
              ElementsAre("heading 1 #1: Be ", "heading 1 #1: safe"));
}

TEST(TagText, CountsTheListsThatAnItemIsIn) {
  EXPECT_THAT(Texts("L (block)\n"
                    "  LI (block)\n"
                    "    Lbl (block)\n"
                    "      \"1.\"\n"
                    "    LBody (block)\n"
                    "      \"Outer\"\n"
                    "      L (block)\n"
                    "        LI (block)\n"
                    "          \"Inner\"\n"
                    "  LI (block)\n"
                    "    \"Next\"\n"),
              ElementsAre("item 1 #2: 1.", "item 1 #2: Outer",
                          "item 2 #6: Inner", "item 1 #7: Next"));
}

TEST(TagText, OfItemsOutsideOfListsIsOther) {
  EXPECT_THAT(Texts("LI\n  \"Alone\"\n"), ElementsAre("other 0 #1: Alone"));
  EXPECT_THAT(Texts("L\n  P\n    \"No item\"\n"),
              ElementsAre("other 0 #2: No item"));
}

TEST(TagText, InATableIsTheTables) {
  EXPECT_THAT(
      Texts("Table\n  TR\n    TD:\n       /RowSpan 2\n      H1\n"
            "        \"Head\"\n      L\n        LI\n          \"Item\"\n"
            "H2\n  \"After\"\n"),
      ElementsAre("table 0 #4: Head", "table 0 #6: Item",
                  "heading 2 #7: After"));
}

TEST(TagText, InATableOfAnItemIsTheTables) {
  EXPECT_THAT(
      Texts("L\n  LI\n    \"Item\"\n    Table\n      TR\n        TD\n"
            "          \"Cell\"\n    \"Goes on\"\n"),
      ElementsAre("item 1 #2: Item", "table 0 #5: Cell", "item 1 #2: Goes on"));
}

TEST(TagText, CountsElementsAndHeadingsWithoutTexts) {
  const TagText tags = ReadTags("Document\n  H1 (block)\n  H6 (block)\n  P\n");
  EXPECT_EQ(tags.elements, 4u);
  EXPECT_EQ(tags.headings, 2u);
  EXPECT_THAT(tags.texts, IsEmpty());
}

TEST(TagText, SkipsLinesOfOtherForms) {
  EXPECT_THAT(Texts("Title: A guide\n\nH7\nP3\nObject 12 0\n  /BBox [1 2]\n"
                    "P \"its name\n goes on\n  \"Text \"quoted\"\"\n  \"\"\n"),
              ElementsAre("other 0 #1: Text \"quoted\""));
}

TEST(TagText, KeepsTheDepthBounded) {
  std::string printed;
  for (std::size_t i = 0; i < 3 * kMaxDepth; ++i) {
    printed += std::string(2 * i, ' ') + "L\n";
  }
  printed += std::string(6 * kMaxDepth, ' ') + "\"Deep\"\n";
  const TagText tags = ReadTags(printed);
  EXPECT_EQ(tags.elements, 3 * kMaxDepth);
  ASSERT_EQ(tags.texts.size(), 1u);
  EXPECT_EQ(tags.texts[0].element, kMaxDepth);
}

}  // namespace
}  // namespace answerbox::client::tags
