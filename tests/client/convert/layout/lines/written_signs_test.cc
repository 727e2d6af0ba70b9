#include "client/convert/layout/lines/written_signs.h"

#include <gtest/gtest.h>

namespace answerbox::client::layout {
namespace {

TEST(WrittenSigns, KnowsCaptions) {
  EXPECT_TRUE(IsCaption("Table 2.1: Doses"));
  EXPECT_TRUE(IsCaption("Figure A-3 Rates"));
  EXPECT_TRUE(IsCaption("box 4. Safety"));
  EXPECT_FALSE(IsCaption("Table of contents"));
  EXPECT_FALSE(IsCaption("Tables 2 and 3"));
  EXPECT_FALSE(IsCaption("Table 2"));
  EXPECT_TRUE(IsCaptionLabel("Table 2:"));
}

TEST(WrittenSigns, TellsTheDepthOfSectionNumbers) {
  EXPECT_EQ(SectionNumberDepth("2. Goals"), 1);
  EXPECT_EQ(SectionNumberDepth("2.1.4 Goals"), 3);
  EXPECT_EQ(SectionNumberDepth("2 Goals"), 0);
  EXPECT_EQ(SectionNumberDepth("2.1"), 0);
}

TEST(WrittenSigns, EndsOfSentencesMayHaveQuotesAndMarksAfterThem) {
  EXPECT_TRUE(EndsSentence("as they said.”12"));
  EXPECT_TRUE(EndsSentence("as follows:"));
  EXPECT_FALSE(EndsSentence("as they said"));
  EXPECT_FALSE(EndsWithStop("one; two;"));
  EXPECT_TRUE(EndsOpen("a matter of"));
  EXPECT_FALSE(EndsOpen("a matter"));
}

}  // namespace
}  // namespace answerbox::client::layout
