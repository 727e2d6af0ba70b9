#include <gtest/gtest.h>

#include <string>

#include "client/convert/document/written_structure.h"
#include "client/convert/markup/markup.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

std::string SectionsOf(std::string markdown) {
  const auto document = ConvertMarkdown(std::move(markdown));
  EXPECT_EQ(BlockFault(*document), "");
  return Outline(*document);
}

TEST(SectionKind, EnclosesReferencesToTheNextHeading) {
  EXPECT_EQ(SectionsOf("## 7. References:\n\nSmith\n\n### Books\n\n1. Jones\n\n"
                       "## End\n\ntext\n"),
            "heading2: 7. References:\n"
            "references\n"
            "  paragraph: Smith\n"
            "heading3: Books\n"
            "list1: 1.\n"
            "  item1#1: Jones\n"
            "heading2: End\n"
            "paragraph: text\n");
}

TEST(SectionKind, NeedsATextThatBearsTheHeadingOut) {
  EXPECT_EQ(SectionsOf("## Licence\n\n(c) Copyright 2020\n"),
            "heading2: Licence\nlicence\n  paragraph: (c) Copyright 2020\n");
  EXPECT_EQ(SectionsOf("## Licence\n\nA pilot needs one.\n"),
            "heading2: Licence\nparagraph: A pilot needs one.\n");
  EXPECT_EQ(SectionsOf("## Index\n\nfever 3\n\nrash 7, 9\n"),
            "heading2: Index\nindex\n  paragraph: fever 3\n"
            "  paragraph: rash 7, 9\n");
  EXPECT_EQ(SectionsOf("## Index\n\nIt is the ratio of both.\n"),
            "heading2: Index\nparagraph: It is the ratio of both.\n");
}

TEST(SectionKind, TakesContentsForThatIfHeadingsRecurOrPagesRise) {
  EXPECT_EQ(SectionsOf("## Contents\n\n- Fever\n- Rash\n\n### Fever\n\nHot.\n"),
            "heading2: Contents\ncontents\n  list1: - -\n    item1: Fever\n"
            "    item1: Rash\nheading3: Fever\nparagraph: Hot.\n");
  EXPECT_EQ(SectionsOf("## Contents\n\nA 1\n\nB 3\n\nC 8\n\nD 8\n\nE 9\n")
                .find("contents\n  paragraph: A 1\n"),
            std::string("heading2: Contents\n").size());
  // Those of a bag.
  EXPECT_EQ(SectionsOf("## Contents\n\n- Saw\n- Axe\n"),
            "heading2: Contents\nlist1: - -\n  item1: Saw\n  item1: Axe\n");
}

TEST(SectionKind, KnowsContentsWithoutAHeadingByTheHeadingsThatTheyName) {
  const std::string chapters =
      "## A\n\na.\n\n## B\n\nb.\n\n## C\n\n## D\n\nd.\n";
  EXPECT_TRUE(SectionsOf("1. A\n2. B\n3. C\n4. D\n\n" + chapters)
                  .starts_with("contents\n  list1: 1."));
  EXPECT_FALSE(SectionsOf("1. A\n2. B\n3. E\n4. D\n\n" + chapters)
                   .starts_with("contents"));
}

TEST(SectionKind, EndsReferencesBeforeTablesAndText) {
  EXPECT_EQ(SectionsOf("## References\n\nSmith 1998\n\n| a | b |\n|---|---|\n"
                       "| c | d |\n")
                .substr(0, 60),
            std::string("heading2: References\nreferences\n"
                        "  paragraph: Smith 1998\ntable")
                .substr(0, 60));
  EXPECT_EQ(
      SectionsOf("## References\n\nSmith 1998\n\nWash\n\nyour\n\nhands\n"),
      "heading2: References\nreferences\n  paragraph: Smith 1998\n"
      "paragraph: Wash\nparagraph: your\nparagraph: hands\n");
}

TEST(SectionKind, EncloseNothingWhereThereIsNoRoomOrNoText) {
  EXPECT_EQ(SectionsOf("## References\n\n## End\n"),
            "heading2: References\nheading2: End\n");
  const std::string deep =
      SectionsOf("## References\n\n" + std::string(15, '>') + " deep\n");
  EXPECT_EQ(deep.find("references"), std::string::npos);
}

}  // namespace
}  // namespace answerbox::client
