#include "client/convert/package/word_numbering.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/client/convert/package/written_archive.h"

namespace answerbox::client::package {
namespace {

std::string Level(int level, std::string_view format, std::string_view text,
                  std::string_view more = "") {
  return "<w:lvl w:ilvl='" + std::to_string(level) + "'><w:numFmt w:val='" +
         std::string(format) + "'/><w:lvlText w:val='" + std::string(text) +
         "'/>" + std::string(more) + "</w:lvl>";
}

// The labels of items of list 1 on these levels.
std::vector<std::string> Labels(std::string_view levels,
                                const std::vector<int>& items,
                                std::string_view changes = "") {
  const auto tree = XmlTree::Parse(Xml(
      "w:numbering",
      "<w:abstractNum w:abstractNumId='7'>" + std::string(levels) +
          "</w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='7'/>" +
          std::string(changes) + "</w:num>"));
  WordNumbers numbers(tree->root());
  std::vector<std::string> labels;
  for (const int level : items) {
    const auto item = numbers.Next(1, level);
    labels.push_back(!item ? "none" : item->is_bullet ? "*" : item->label.text);
  }
  return labels;
}

using List = std::vector<std::string>;

TEST(WordNumbers, DeeperLevelsBeginAnewBelowEachItem) {
  EXPECT_EQ(
      Labels(Level(0, "decimal", "%1.") + Level(1, "lowerRoman", "%1.%2)"),
             {0, 1, 1, 0, 1}),
      (List{"1.", "1.i)", "1.ii)", "2.", "2.i)"}));
}

TEST(WordNumbers, ALevelMayGoOn) {
  EXPECT_EQ(Labels(Level(0, "decimal", "%1.") +
                       Level(1, "decimal", "(%2)", "<w:lvlRestart w:val='0'/>"),
                   {0, 1, 0, 1}),
            (List{"1.", "(1)", "2.", "(2)"}));
}

TEST(WordNumbers, ListsBeginWhereTheySay) {
  const std::string level =
      Level(0, "upperLetter", "%1", "<w:start w:val='3'/>");
  EXPECT_EQ(Labels(level, {0, 0}), (List{"C", "D"}));
  EXPECT_EQ(Labels(level, {0, 0},
                   "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='5'/>"
                   "</w:lvlOverride>"),
            (List{"E", "F"}));
}

TEST(WordNumbers, LegalNumbersAreDecimal) {
  EXPECT_EQ(Labels(Level(0, "upperRoman", "%1") +
                       Level(1, "decimal", "%1.%2", "<w:isLgl/>"),
                   {0, 1}),
            (List{"I", "1.1"}));
}

TEST(WordNumbers, BulletsHaveNoLabel) {
  EXPECT_EQ(Labels(Level(0, "bullet", "x"), {0}), List{"*"});
}

TEST(WordNumbers, LevelsAndNumbersPastTheEdgeAreBounded) {
  EXPECT_EQ(Labels(Level(0, "decimal", "%1") + Level(99, "decimal", "%1") +
                       Level(-1, "decimal", "%1"),
                   {-5, 1'000'000}),
            (List{"1", "none"}));
  EXPECT_EQ(
      Labels(Level(0, "lowerLetter", "%1", "<w:start w:val='999999999999'/>"),
             {0}),
      List{"a"});
  EXPECT_EQ(Labels(Level(0, "decimal", std::string(100, 'x')), {0}),
            List{"none"});
  // A letter that is repeated without end, and a number that is.
  EXPECT_EQ(
      Labels(Level(0, "lowerLetter", "%1", "<w:start w:val='1000000000'/>"),
             {0})[0]
          .size(),
      8u);
}

TEST(WordNumbers, ListsThatAreNotThereHaveNoItems) {
  WordNumbers numbers{XmlNode()};
  EXPECT_FALSE(numbers.Next(1, 0));
  EXPECT_EQ(numbers.LevelOfStyle(1, "a"), 0);
}

}  // namespace
}  // namespace answerbox::client::package
