#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/tags/tagged_blocks.h"
#include "tests/client/convert/tags/tagged_document.h"

namespace answerbox::client::tags {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> WithHeadings(const std::string& printed,
                                      std::vector<LayoutBlock> blocks) {
  UseHeadings(Tagged(printed, blocks), blocks);
  return Shown(blocks);
}

bool AreSound(const std::string& printed,
              const std::vector<LayoutBlock>& blocks) {
  return AreHeadingsSound(Tagged(printed, blocks), blocks);
}

TEST(TaggedHeadings, GetTheLevelOfTheTags) {
  EXPECT_THAT(WithHeadings(Tag("H2", "Recommendations for patients") +
                               Tag("H3", "Recommendations for visitors"),
                           {Heading("Recommendations for patients", 4),
                            Heading("Recommendations for visitors", 6)}),
              ElementsAre("heading 2: Recommendations for patients",
                          "heading 3: Recommendations for visitors"));
}

TEST(TaggedHeadings, OfTwoLinesMayBeTaggedAsTwo) {
  EXPECT_THAT(
      WithHeadings(
          Tag("H2", "Integration with other ") + Tag("H2", "Federal efforts"),
          {Heading("Integration with other Federal efforts", 5)}),
      ElementsAre("heading 2: Integration with other Federal efforts"));
}

TEST(TaggedHeadings, ThatTheTagsDoNotKnowAreLikeThoseOfTheirLook) {
  EXPECT_THAT(WithHeadings(Tag("H2", "Recommendations for patients"),
                           {Heading("Recommendations for patients", 4),
                            Heading("Annex", 4), Heading("Details", 5)}),
              ElementsAre("heading 2: Recommendations for patients",
                          "heading 2: Annex", "heading 3: Details"));
}

TEST(TaggedHeadings, StayHeadingsWhereTagsHaveAParagraph) {
  EXPECT_THAT(WithHeadings(Tag("P", "Recommendations for patients"),
                           {Heading("Recommendations for patients", 4)}),
              ElementsAre("heading 4: Recommendations for patients"));
}

TEST(TaggedHeadings, MayBeWhatTheLayoutShowsAsAParagraphOrItem) {
  LayoutBlock item = Item("A negative test for infection", 1);
  item.mark = "-";
  EXPECT_THAT(WithHeadings(Tag("H2", "Recommendations for patients") +
                               Tag("H3", "A negative test for infection"),
                           {Paragraph("Recommendations for patients"), item}),
              ElementsAre("heading 2: Recommendations for patients",
                          "heading 3: - A negative test for infection"));
}

TEST(TaggedHeadings, AreNoSentencesAndNoPartsOfParagraphs) {
  EXPECT_THAT(
      WithHeadings(Tag("H4", "If it is never done, skip this part.") +
                       Tag("H4", "Recommendations for patients"),
                   {Paragraph("If it is never done, skip this part."),
                    Paragraph("Recommendations for patients are these")}),
      ElementsAre("paragraph: If it is never done, skip this part.",
                  "paragraph: Recommendations for patients are these"));
}

TEST(TaggedHeadings, AreSoundBesideMoreText) {
  const std::string heading = Tag("H2", "Recommendations for patients");
  EXPECT_TRUE(AreSound(heading + Tag("P", Prose("soap")),
                       {Heading("Recommendations for patients", 4)}));
  EXPECT_FALSE(AreSound(heading, {Heading("Recommendations for patients", 4)}));
  EXPECT_FALSE(AreSound(Tag("P", Prose("soap")), {Paragraph(Prose("soap"))}));
}

TEST(TaggedHeadings, OfHundredsOfLettersAreNotSound) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += Tag("P", Prose("soap"));
  EXPECT_TRUE(AreSound(text + Tag("H2", Prose("hands")), {}));
  EXPECT_FALSE(AreSound(
      text + Tag("H2", Prose("hands") + Prose("feet") + Prose("eyes")), {}));
}

TEST(TaggedHeadings, AreNotSoundIfMostAreMissing) {
  const std::string printed =
      Tag("H2", "Recommendations for patients") + Tag("P", Prose("soap"));
  std::vector<LayoutBlock> blocks = {
      Heading("Recommendations for patients", 4)};
  EXPECT_TRUE(AreSound(printed, blocks));
  blocks.push_back(Heading("Recommendations for visitors", 4));
  EXPECT_FALSE(AreSound(printed, blocks));
}

TEST(TaggedHeadings, OfMoreThan120BytesStayParagraphs) {
  std::string text = Prose("soap");
  text.resize(120, 'x');
  EXPECT_THAT(WithHeadings(Tag("H2", text), {Paragraph(text)}),
              ElementsAre("heading 2: " + text));
  text += 'x';
  EXPECT_THAT(WithHeadings(Tag("H2", text), {Paragraph(text)}),
              ElementsAre("paragraph: " + text));
}

TEST(TaggedHeadings, ThatWereItemsKeepTheirPages) {
  LayoutBlock item = Item("Recommendations for patients", 1);
  item.mark = "2.";
  item.page_starts = {{item.text.find("patients"), 2}};
  std::vector<LayoutBlock> blocks = {Paragraph("These are:"), item};
  UseHeadings(Tagged(Tag("H2", "2. Recommendations for patients"), blocks),
              blocks);
  EXPECT_THAT(Shown(blocks),
              ElementsAre("paragraph: These are:",
                          "heading 2: 2. Recommendations for patients"));
  EXPECT_EQ(blocks[1].page_starts[0].offset, blocks[1].text.find("patients"));
}

}  // namespace
}  // namespace answerbox::client::tags
