#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/tags/tagged_blocks.h"
#include "tests/client/convert/tags/tagged_document.h"

namespace answerbox::client::tags {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

std::vector<LayoutBlock> Read(const std::string& printed,
                              const std::vector<LayoutBlock>& blocks) {
  return UseItems(Tagged(printed, blocks), blocks);
}

std::vector<std::string> WithItems(const std::string& printed,
                                   const std::vector<LayoutBlock>& blocks) {
  return Shown(Read(printed, blocks));
}

TEST(TaggedItems, ThatTheLayoutShowsAsOneParagraphAreApart) {
  EXPECT_THAT(
      WithItems(Tag("LI", "warm water that runs") +
                    Tag("LI", "soap, as a liquid") + Tag("LI", "a towel"),
                {Paragraph("warm water that runs soap, as a liquid a towel")}),
      ElementsAre("item 1: warm water that runs", "item 1: soap, as a liquid",
                  "item 1: a towel"));
}

TEST(TaggedItems, HaveTheMarksBeforeThem) {
  LayoutBlock item = Item("a fever that rises • a cough that stays", 1);
  item.mark = "•";
  EXPECT_THAT(WithItems(Tag("LI", "•a fever that rises") +
                            Tag("LI", "•a cough that stays"),
                        {item}),
              ElementsAre("item 1 [•]: a fever that rises",
                          "item 1 [•]: a cough that stays"));
}

TEST(TaggedItems, KeepTheMarkOfTheBlockAndOneInItsText) {
  const std::string tags = Tag("LI", "1. a) warm water that runs") +
                           Tag("LI", "b) soap, best as a liquid");
  LayoutBlock item =
      Item("a) warm water that runs b) soap, best as a liquid", 1);
  EXPECT_THAT(WithItems(tags, {item}),
              ElementsAre("item 1 [a)]: warm water that runs",
                          "item 1 [b)]: soap, best as a liquid"));
  item.mark = "1.";
  EXPECT_THAT(WithItems(tags, {item}),
              ElementsAre("item 1 [1.]: a) warm water that runs",
                          "item 1 [b)]: soap, best as a liquid"));
}

TEST(TaggedItems, OfWhichOneIsTheMarkLeaveTheBlock) {
  LayoutBlock item = Item("* * a fever that rises", 1);
  item.mark = "1.";
  EXPECT_THAT(
      WithItems(Tag("LI", "1.") + Tag("LI", "* * a fever that rises"), {item}),
      ElementsAre("item 1 [1.]: * * a fever that rises"));
}

TEST(TaggedItems, InTheCellsOfATableAreAList) {
  EXPECT_THAT(
      WithItems(
          Tag("LI", "coughing up blood") + Tag("LI", "weakness or fatigue"),
          {Table({"coughing", "up blood", "weakness or fatigue"})}),
      ElementsAre("item 1: coughing up blood", "item 1: weakness or fatigue"));
}

TEST(TaggedItems, ThatShareACellLeaveTheTable) {
  EXPECT_THAT(WithItems(Tag("LI", "coughing up blood") +
                            Tag("LI", "weakness or fatigue"),
                        {Table({"coughing up blood weakness", "or fatigue"})}),
              ElementsAre("table: "));
}

TEST(TaggedItems, OfWhichABlockHasAPartLeaveIt) {
  EXPECT_THAT(
      WithItems(Tag("LI", "a fever that rises for three days"),
                {Paragraph("a fever that rises"), Paragraph("for three days")}),
      ElementsAre("paragraph: a fever that rises",
                  "paragraph: for three days"));
}

TEST(TaggedItems, ThatPartAWordLeaveTheBlock) {
  EXPECT_THAT(
      WithItems(Tag("LI", "a fever that r") + Tag("LI", "ises for days"),
                {Paragraph("a fever that rises for days")}),
      ElementsAre("paragraph: a fever that rises for days"));
}

TEST(TaggedItems, BesideOtherTextLeaveTheBlock) {
  EXPECT_THAT(
      WithItems(Tag("P", "Call if you have") + Tag("LI", "a fever that rises"),
                {Paragraph("Call if you have a fever that rises")}),
      ElementsAre("paragraph: Call if you have a fever that rises"));
}

TEST(TaggedItems, AreNestedAsTagged) {
  EXPECT_THAT(WithItems(Tag("LI", "wash hands with soap") +
                            Tag("LI LI", "for at least twenty seconds"),
                        {Item("wash hands with soap", 1),
                         Item("for at least twenty seconds", 1)}),
              ElementsAre("item 1: wash hands with soap",
                          "item 2: for at least twenty seconds"));
}

TEST(TaggedItems, KeepTheirLevelsIfOneOfTheListIsUnknown) {
  EXPECT_THAT(WithItems(Tag("LI LI", "for at least twenty seconds"),
                        {Item("wash hands with soap", 1),
                         Item("for at least twenty seconds", 1)}),
              ElementsAre("item 1: wash hands with soap",
                          "item 1: for at least twenty seconds"));
}

TEST(TaggedItems, OfAListGoOnAfterARunningLine) {
  const std::string known = Tag("LI LI", "wash hands with soap");
  std::vector<LayoutBlock> blocks = {Item("wash hands with soap", 1),
                                     Paragraph("Page 3"), Item("rinse", 1)};
  EXPECT_THAT(WithItems(known, blocks),
              ElementsAre("item 2: wash hands with soap", "paragraph: Page 3",
                          "item 1: rinse"));
  blocks[1].kind = engine::TextBlockKind::kRunningLine;
  EXPECT_THAT(WithItems(known, blocks),
              ElementsAre("item 1: wash hands with soap", "paragraph: Page 3",
                          "item 1: rinse"));
}

TEST(TaggedItems, MayHaveAFifthOfTheirLettersUntagged) {
  const std::string tags = Tag("LI", "a fever that rises");
  EXPECT_THAT(WithItems(tags, {Paragraph("a fever that rises now")}),
              ElementsAre("item 1: a fever that rises now"));
  EXPECT_THAT(WithItems(tags, {Paragraph("a fever that rises, see below")}),
              ElementsAre("paragraph: a fever that rises, see below"));
}

TEST(TaggedItems, KnowTheirPages) {
  LayoutBlock block =
      Paragraph("warm water that runs soap, as a liquid a towel");
  block.page_starts = {{block.text.find("as a"), 2},
                       {block.text.find("a towel"), 3}};
  const auto items =
      Read(Tag("LI", "warm water that runs") + Tag("LI", "soap, as a liquid") +
               Tag("LI", "a towel"),
           {block});
  ASSERT_THAT(items, SizeIs(3));
  EXPECT_EQ(items[0].page, 1u);
  EXPECT_THAT(items[0].page_starts, SizeIs(0));
  EXPECT_EQ(items[1].page, 1u);
  ASSERT_THAT(items[1].page_starts, SizeIs(1));
  EXPECT_EQ(items[1].page_starts[0].offset, 6u);
  EXPECT_EQ(items[1].page_starts[0].page, 2u);
  EXPECT_EQ(items[2].page, 3u);
}

TEST(TaggedItems, AreSoundUnlessNearlyAllTextIsTaggedSo) {
  const auto sound = [](const std::string& printed) {
    return AreItemsSound(Tagged(printed, {}));
  };
  EXPECT_TRUE(sound(Tag("LI", "a fever") + Tag("P", Prose("soap"))));
  EXPECT_FALSE(sound(Tag("LI", Prose("soap")) + Tag("P", "a fever")));
  EXPECT_FALSE(sound("L\n  LI\n" + Tag("P", Prose("soap"))));
}

}  // namespace
}  // namespace answerbox::client::tags
