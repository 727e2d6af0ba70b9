#include "client/convert/document/block_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(BlockWriter, WritesNothingForNothing) {
  BlockWriter writer;
  writer.Block();
  writer.Line();
  writer.Verbatim("");
  EXPECT_EQ(std::move(writer).Take().text, "");
}

TEST(BlockWriter, MergesSeparatorsIntoTheWidest) {
  BlockWriter writer;
  writer.Block();
  writer.Verbatim("a");
  writer.Space();
  writer.Block();
  writer.Line();
  writer.Verbatim("b");
  EXPECT_EQ(std::move(writer).Take().text, "a\n\nb\n");
}

TEST(BlockWriter, CollapsesWhiteSpaceAcrossCalls) {
  BlockWriter writer;
  writer.Flowing("  one\t\n ");
  writer.Flowing(" two");
  writer.Flowing("three ");
  EXPECT_EQ(std::move(writer).Take().text, "one twothree\n");
}

TEST(BlockWriter, KeepsAMarkerWithTheFirstBlockOfItsItem) {
  BlockWriter writer;
  writer.BeginItem("- ");
  writer.Block();
  writer.Verbatim("first");
  writer.EndItem();
  writer.BeginItem("- ");
  writer.EndItem();  // Without text: no marker.
  writer.BeginItem("- ");
  writer.Verbatim("second");
  EXPECT_EQ(std::move(writer).Take().text, "- first\n- second\n");
}

TEST(BlockWriter, MarksAHeadingWithoutItsSeparatorsAndMarker) {
  BlockWriter writer;
  writer.Verbatim("before");
  writer.BeginItem("- ");
  writer.BeginHeading(2);
  writer.Verbatim("Title");
  writer.EndHeading();
  const ConvertedDocument document = std::move(writer).Take();
  EXPECT_EQ(document.text, "before\n- Title\n");
  EXPECT_THAT(Headings(document), ElementsAre("2:Title"));
}

TEST(BlockWriter, MarksNoEmptyHeading) {
  BlockWriter writer;
  writer.BeginHeading(1);
  writer.EndHeading();
  writer.Verbatim("text");
  EXPECT_THAT(Headings(std::move(writer).Take()), IsEmpty());
}

TEST(BlockWriter, MarksPagesWhereTheirTextBegins) {
  BlockWriter writer;
  writer.BeginPage(1);
  writer.Verbatim("a sentence");
  writer.BeginPage(2);
  writer.Space();
  writer.BeginPage(3);  // Page 2 has no text.
  writer.Verbatim("goes on");
  writer.BeginPage(4);
  writer.Begin(engine::TextBlockKind::kList);
  writer.BeginItem("- ");
  writer.Verbatim("item");
  const ConvertedDocument document = std::move(writer).Take();
  EXPECT_THAT(Pages(document),
              ElementsAre("1:a sentence ", "3:goes on\n", "4:- item\n"));
  EXPECT_EQ(Outline(document),
            "list1: -\n  lead-in: a sentence goes on\n  item1: item\n");
}

TEST(BlockWriter, TheOnlyHeadingOfLevel1IsTheTitleIfItIsTheFirst) {
  const auto outline_of = [](std::initializer_list<std::uint8_t> levels) {
    BlockWriter writer;
    for (const std::uint8_t level : levels) {
      writer.Block();
      writer.BeginHeading(level);
      writer.Verbatim("h");
      writer.EndHeading();
    }
    return Outline(std::move(writer).Take());
  };
  EXPECT_EQ(outline_of({1, 2}), "title1: h\nheading2: h\n");
  EXPECT_EQ(outline_of({1, 1}), "heading1: h\nheading1: h\n");
  EXPECT_EQ(outline_of({2, 1}), "heading2: h\nheading1: h\n");
}

TEST(BlockWriter, MarksHeadingsUpToTheEnginesLimit) {
  BlockWriter writer;
  for (const std::size_t size :
       {engine::kMaxHeadingBytes + 0u, engine::kMaxHeadingBytes + 1u}) {
    writer.Block();
    writer.BeginHeading(1);
    writer.Verbatim(std::string(size, 'h'));
    writer.EndHeading();
  }
  const ConvertedDocument document = std::move(writer).Take();
  EXPECT_EQ(document.headings.size(), 1u);
  EXPECT_EQ(document.blocks.at(0).kind, engine::TextBlockKind::kTitle);
  EXPECT_EQ(document.blocks.at(1).kind, engine::TextBlockKind::kParagraph);
  EXPECT_EQ(BlockFault(document), "");
}

}  // namespace
}  // namespace answerbox::client
