#include "client/convert/block_writer.h"

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

TEST(BlockWriter, MarksHeadingsUpToTheEnginesLimit) {
  BlockWriter writer;
  for (const std::size_t size :
       {engine::kMaxHeadingBytes + 0u, engine::kMaxHeadingBytes + 1u}) {
    writer.Block();
    writer.BeginHeading(1);
    writer.Verbatim(std::string(size, 'h'));
    writer.EndHeading();
  }
  EXPECT_EQ(std::move(writer).Take().headings.size(), 1u);
}

}  // namespace
}  // namespace answerbox::client
