#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "client/convert/document/written_structure.h"
#include "client/convert/pdf/pdf_document.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using Kind = engine::TextBlockKind;
using testing::HasSubstr;
using testing::Not;

const std::string kNotice =
    "All reasonable precautions have been taken to verify it. It is "
    "distributed without warranty of any kind.";

LayoutBlock TextOn(std::uint32_t page, std::string text,
                   Kind kind = Kind::kParagraph) {
  LayoutBlock block;
  block.kind = kind;
  block.level = kind == Kind::kHeading ? 2 : 0;
  block.page = page;
  block.text = std::move(text);
  return block;
}

// DocumentFromLayout looks for licences.
ConvertedDocument DocumentOf(std::vector<LayoutBlock> blocks) {
  LayoutDocument layout;
  layout.blocks = std::move(blocks);
  auto document = DocumentFromLayout(layout);
  EXPECT_TRUE(document);
  EXPECT_EQ(BlockFault(*document), "");
  return *std::move(document);
}

std::vector<LayoutBlock> LicencePage() {
  return {TextOn(2, "ISBN 978-92-4-010912-4"),
          TextOn(2, "© Health House 2025", Kind::kHeading),
          TextOn(2, "Some rights reserved."),
          TextOn(2, "Cover by Ann."),
          TextOn(2, "You may copy it under the terms of this licence."),
          TextOn(3, "Wash your hands.")};
}

TEST(LicenceText, IsAPageWithThreePhrasesOfLicences) {
  const auto document = DocumentOf(LicencePage());
  EXPECT_EQ(Outline(document),
            "licence\n"
            "  paragraph: ISBN 978-92-4-010912-4\n"
            "  paragraph: © Health House 2025\n"
            "  paragraph: Some rights reserved.\n"
            "  paragraph: Cover by Ann.\n"
            "  paragraph: You may copy it under the terms of this licence.\n"
            "paragraph: Wash your hands.\n");
  EXPECT_TRUE(document.headings.empty());
}

TEST(LicenceText, IsNotAPageWithTwoPhrases) {
  auto blocks = LicencePage();
  blocks.erase(blocks.begin());
  EXPECT_THAT(Outline(DocumentOf(blocks)), Not(HasSubstr("licence\n")));
}

// One word of rights does not make a licence of a table.
TEST(LicenceText, IsNotAPageWithALongTextThatNamesALicenceOnce) {
  auto blocks = LicencePage();
  std::string doses = "Give the reliable one. Buy it with a licence.";
  for (int i = 0; i < 60; ++i) doses += " Give 5 ml every six hours.";
  blocks.insert(blocks.begin(), TextOn(2, std::move(doses)));
  EXPECT_THAT(Outline(DocumentOf(blocks)),
              Not(HasSubstr("licence\n  paragraph: Give")));
}

TEST(LicenceText, IsNotAPageThatSaysMoreOfOtherThings) {
  auto blocks = LicencePage();
  blocks.insert(blocks.begin(),
                TextOn(2,
                       "Wash your hands before you touch a patient, after "
                       "you touched one, and after you touched what stands "
                       "around the bed. Wear gloves where there is blood."));
  EXPECT_THAT(Outline(DocumentOf(blocks)), Not(HasSubstr("licence\n")));
}

TEST(LicenceText, LeavesTheTitleOutside) {
  auto blocks = LicencePage();
  blocks.insert(blocks.begin(), TextOn(2, "Hand hygiene", Kind::kTitle));
  EXPECT_THAT(Outline(DocumentOf(blocks)), HasSubstr("title1: Hand hygiene\n"
                                                     "licence\n"
                                                     "  paragraph: ISBN"));
}

TEST(LicenceText, IsAParagraphWithTwoPhrasesAmongOtherText) {
  EXPECT_EQ(
      Outline(DocumentOf({TextOn(1, "Wash your hands."), TextOn(1, kNotice),
                          TextOn(1, "Wear gloves.")})),
      "paragraph: Wash your hands.\n"
      "licence\n  paragraph: " +
          kNotice + "\nparagraph: Wear gloves.\n");
}

TEST(LicenceText, IsNotALongParagraphThatEndsWithANotice) {
  std::string text;
  while (text.size() < 1000) text += "Wash your hands. ";
  EXPECT_THAT(Outline(DocumentOf({TextOn(1, text + kNotice)})),
              Not(HasSubstr("licence\n")));
}

TEST(LicenceText, StandsOnlyOnTheFirstAndLastPages) {
  const auto document_with_notice_on = [](std::uint32_t place) {
    std::vector<LayoutBlock> blocks;
    for (std::uint32_t page = 1; page <= 20; ++page) {
      blocks.push_back(
          TextOn(page, page == place ? kNotice : "Wash your hands."));
    }
    return Outline(DocumentOf(blocks));
  };
  for (const std::uint32_t page : {1u, 8u, 17u, 20u}) {
    EXPECT_THAT(document_with_notice_on(page), HasSubstr("licence\n")) << page;
  }
  for (const std::uint32_t page : {9u, 16u}) {
    EXPECT_THAT(document_with_notice_on(page), Not(HasSubstr("licence\n")))
        << page;
  }
}

TEST(LicenceText, DoesNotBeginOrEndInABlockOfTwoPages) {
  auto blocks = LicencePage();
  blocks.pop_back();
  LayoutBlock last = TextOn(2, "Health begins with rights that all have.");
  last.page_starts = {{7, 3}};
  blocks.push_back(last);
  EXPECT_THAT(Outline(DocumentOf(blocks)),
              HasSubstr("\nparagraph: Health begins with rights"));
}

}  // namespace
}  // namespace answerbox::client
