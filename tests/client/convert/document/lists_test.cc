#include <gtest/gtest.h>

#include <string>

#include "client/convert/document/written_structure.h"
#include "client/convert/markup/markup.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

TEST(LeadIn, EndsWithAColonOrSaysFollowing) {
  EXPECT_TRUE(IsLeadIn("You need:"));
  EXPECT_TRUE(IsLeadIn("Before each injection, a nurse checks three things: "));
  EXPECT_TRUE(IsLeadIn("Read this. All of the following must hold."));
  EXPECT_TRUE(IsLeadIn("The order is as follows."));
}

TEST(LeadIn, MayBeAFewWordsThatEndNoSentence) {
  EXPECT_TRUE(IsLeadIn("Signs of shock"));
  EXPECT_FALSE(IsLeadIn("Call a doctor."));
  EXPECT_FALSE(IsLeadIn("Why?"));
  EXPECT_FALSE(
      IsLeadIn("one two three four five six seven eight nine ten eleven "
               "twelve thirteen"));
}

TEST(LeadIn, IsNotAnyTextBeforeAList) {
  EXPECT_FALSE(IsLeadIn(""));
  EXPECT_FALSE(IsLeadIn("Following surgery, rest."));
  EXPECT_FALSE(IsLeadIn("Do the following. Then you may go."));
  EXPECT_FALSE(IsLeadIn(std::string(600, 'x') + ":"));
}

std::string MarkedListOf(std::string markdown) {
  const auto document = ConvertMarkdown(std::move(markdown));
  EXPECT_EQ(BlockFault(*document), "");
  return Outline(*document);
}

TEST(MarkedList, BoxesAndBulletsAreMarkersOfItems) {
  EXPECT_EQ(MarkedListOf("Before you leave:\n\n\xE2\x98\x90 lock\n\n"
                         "\xE2\x98\x92 alarm\n\ntext\n"),
            "list1: \xE2\x98\x90 \xE2\x98\x92\n"
            "  lead-in: Before you leave:\n"
            "  item1: lock\n"
            "  item1: alarm\n"
            "paragraph: text\n");
  EXPECT_EQ(MarkedListOf("# T\n\n\xE2\x80\xA2 a\n\n\xE2\x80\xA2 b\n"),
            "title1: T\n"
            "list1: \xE2\x80\xA2 \xE2\x80\xA2\n"
            "  item1: a\n"
            "  item1: b\n");
}

TEST(MarkedList, OneMarkMakesNoList) {
  EXPECT_EQ(MarkedListOf("\xE2\x98\x90 lock\n\ntext\n\n\xE2\x98\x90 alarm\n"),
            "paragraph: \xE2\x98\x90 lock\n"
            "paragraph: text\n"
            "paragraph: \xE2\x98\x90 alarm\n");
}

}  // namespace

}  // namespace answerbox::client
