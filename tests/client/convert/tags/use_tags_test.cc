#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/tags/tags.h"
#include "tests/client/convert/tags/tagged_document.h"

namespace answerbox::client::tags {
namespace {

using ::testing::ElementsAre;

// A document of which the tags are sound.
struct Sample {
  LayoutDocument document;
  std::string printed;

  Sample() {
    Add("H2", Heading("Recommendations for patients", 5));
    Add("P", Paragraph(Prose("soap")));
    Add("P", Paragraph(Prose("water")));
    Add("LI", Paragraph("a towel that is made of paper"));
  }

  void Add(std::string_view tag, LayoutBlock block) {
    printed += Tag(tag, block.text);
    document.blocks.push_back(std::move(block));
  }

  bool Use() { return UseTags(ReadTags(printed), document); }
};

TEST(UseTags, ChangesHeadingsAndItems) {
  Sample sample;
  EXPECT_TRUE(sample.Use());
  EXPECT_THAT(
      Shown(sample.document.blocks),
      ElementsAre("heading 2: Recommendations for patients",
                  "paragraph: " + Prose("soap"), "paragraph: " + Prose("water"),
                  "item 1: a towel that is made of paper"));
}

TEST(UseTags, NeedsTheTagsOfTheText) {
  Sample sample;
  sample.document.blocks.push_back(Paragraph(Prose("untagged")));
  EXPECT_FALSE(sample.Use());
  EXPECT_EQ(sample.document.blocks[0].level, 5);
}

TEST(UseTags, NeedsTheTextOfTheTags) {
  Sample sample;
  sample.printed += Tag("P", Prose("hidden"));
  EXPECT_FALSE(sample.Use());
}

TEST(UseTags, LooksAtNoRunningLines) {
  Sample sample;
  LayoutBlock line = Paragraph(Prose("untagged"));
  line.kind = engine::TextBlockKind::kRunningLine;
  sample.document.blocks.push_back(line);
  EXPECT_TRUE(sample.Use());
}

TEST(UseTags, NeedsTheirOrder) {
  Sample sample;
  for (const char* word : {"alpha", "beta", "gamma", "delta", "epsilon"}) {
    sample.document.blocks.push_back(Paragraph(Prose(word)));
  }
  std::string forward;
  std::string backward;
  for (const char* word : {"alpha", "beta", "gamma", "delta", "epsilon"}) {
    forward += Tag("P", Prose(word));
    backward = Tag("P", Prose(word)) + backward;
  }
  Sample same = sample;
  same.printed += forward;
  sample.printed += backward;
  EXPECT_TRUE(same.Use());
  EXPECT_FALSE(sample.Use());
}

TEST(UseTags, NeedsAHeadingAndFewElements) {
  Sample sample;
  TagText tags = ReadTags(sample.printed);
  EXPECT_TRUE(AreWorthReading(tags));
  tags.elements = kMaxElements + 1;
  EXPECT_FALSE(AreWorthReading(tags));
  EXPECT_FALSE(UseTags(tags, sample.document));
  EXPECT_FALSE(AreWorthReading(ReadTags(Tag("P", "Text"))));
}

// So many bytes of words that all differ.
std::string Words(std::size_t bytes) {
  std::string text;
  for (std::size_t n = 1'000'000; text.size() < bytes; ++n) {
    text += std::to_string(n) + ' ';
  }
  text.resize(bytes);
  return text;
}

TEST(UseTags, LeavesMoreTextThanItsBound) {
  Sample sample;
  sample.Add("P", Paragraph(Words(kMaxTaggedBytes / 2 - 1024)));
  EXPECT_TRUE(sample.Use());
  sample.Add("P", Paragraph(Prose(std::string(1024, 'z'))));
  EXPECT_FALSE(sample.Use());
}

}  // namespace
}  // namespace answerbox::client::tags
