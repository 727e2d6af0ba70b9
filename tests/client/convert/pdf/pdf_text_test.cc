#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "client/convert/pdf/pdf_document.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;

TEST(RunningLines, DropsAFooterAndPageNumbersButKeepsItsFirst) {
  std::vector<PageLines> pages = {{"one", "", "Version 2", "1"},
                                  {"two", "2", "Version 2"},
                                  {"three", "Version 2", "", "3"},
                                  {"four", "Version 2", "4"}};
  DropRunningLines(pages);
  EXPECT_THAT(pages[0], ElementsAre("one", "", "Version 2"));
  EXPECT_THAT(pages[1], ElementsAre("two"));
  EXPECT_THAT(pages[2], ElementsAre("three"));
  EXPECT_THAT(pages[3], ElementsAre("four"));
}

TEST(RunningLines, DropsAHeaderWithTheNumberInIt) {
  std::vector<PageLines> pages = {{"Guide - page 1", "one"},
                                  {"Guide - page 2", "two"},
                                  {"Guide  -  page 13", "three"}};
  DropRunningLines(pages);
  EXPECT_THAT(pages[0], ElementsAre("Guide - page 1", "one"));
  EXPECT_THAT(pages[1], ElementsAre("two"));
  EXPECT_THAT(pages[2], ElementsAre("three"));
}

TEST(RunningLines, NeedsThreePages) {
  std::vector<PageLines> pages = {{"Guide", "one"}, {"Guide", "two"}};
  DropRunningLines(pages);
  EXPECT_THAT(pages[1], ElementsAre("Guide", "two"));
}

TEST(RunningLines, NeedsTwoFifthsOfThePages) {
  std::vector<PageLines> pages;
  for (const char* text : {"a", "b", "c", "d"}) pages.push_back({text});
  for (const char* text : {"x", "y", "z"}) pages.push_back({"Guide", text});
  std::vector<PageLines> more = pages;
  DropRunningLines(pages);  // 3 of 7.
  EXPECT_THAT(pages[6], ElementsAre("z"));
  more.push_back({"e"});  // 3 of 8.
  DropRunningLines(more);
  EXPECT_THAT(more[6], ElementsAre("Guide", "z"));
}

TEST(RunningLines, KeepsNumbersThatAreNotPageNumbers) {
  std::vector<PageLines> pages = {
      {"dose", "250"}, {"dose b", "10"}, {"c", "7"}};
  DropRunningLines(pages);
  EXPECT_THAT(pages[1], ElementsAre("dose b", "10"));
}

TEST(RunningLines, KeepsLongLines) {
  const std::string line(121, 'x');
  std::vector<PageLines> pages(4, PageLines{line});
  DropRunningLines(pages);
  EXPECT_THAT(pages[3], ElementsAre(line));
}

TEST(RunningLines, MayLeaveAPageEmpty) {
  std::vector<PageLines> pages(3, PageLines{"Guide"});
  DropRunningLines(pages);
  EXPECT_THAT(pages[2], ElementsAre());
}

TEST(WordMending, JoinsAWordThatIsWrittenWholeElsewhere) {
  const WordMending mending("early detection of detec-\ntion");
  EXPECT_TRUE(mending.IsSplitWord("of detec-", "tion helps"));
}

TEST(WordMending, LeavesCompoundsAlone) {
  const WordMending mending("a self-\ncontained unit");
  EXPECT_FALSE(mending.IsSplitWord("a self-", "contained unit"));
}

TEST(WordMending, AlwaysJoinsAtASoftHyphen) {
  const WordMending mending("");
  EXPECT_TRUE(mending.IsSplitWord("vacci\xC2\xAD", "nation"));
}

TEST(WordMending, LeavesCapitalsDigitsAndEmptyLinesAlone) {
  const WordMending mending("PreTest pretest 12");
  EXPECT_FALSE(mending.IsSplitWord("Pre-", "Test"));
  EXPECT_FALSE(mending.IsSplitWord("1-", "2"));
  EXPECT_FALSE(mending.IsSplitWord("pre-", ""));
  EXPECT_FALSE(mending.IsSplitWord("pre", "test"));
}

TEST(WordMending, CutsEveryKindOfHyphen) {
  EXPECT_EQ(WithoutHyphen("a-"), "a");
  EXPECT_EQ(WithoutHyphen("a\xC2\xAD"), "a");
  EXPECT_EQ(WithoutHyphen("a\xE2\x80\x90"), "a");
  EXPECT_EQ(WithoutHyphen("a"), "a");
  EXPECT_EQ(WithoutHyphen(""), "");
}

using testing::ElementsAre;

std::vector<std::string> PagesOf(std::string output) {
  return Pages(DocumentFromPdfText(std::move(output)).value());
}

TEST(PdfText, CountsEmptyPages) {
  EXPECT_THAT(PagesOf("\f\nTwo.\n\n\f\f \n\fFive.\n\f"),
              ElementsAre("2:Two.\n\n", "5:Five.\n"));
}

TEST(PdfText, LetsASentenceRunOnOverPages) {
  EXPECT_THAT(PagesOf("care in\n\fhospitals.\n\fNext.\f"),
              ElementsAre("1:care in\n", "2:hospitals.\n\n", "3:Next.\n"));
}

TEST(PdfText, KeepsLinesAndParagraphs) {
  EXPECT_THAT(PagesOf("a  \nb\n\nc\n\f"), ElementsAre("1:a\nb\n\nc\n"));
}

TEST(PdfText, MendsSplitWords) {
  EXPECT_THAT(PagesOf("the detection\ndetec-\ntion self-\nmade\f"),
              ElementsAre("1:the detection\ndetection self-\nmade\n"));
}

TEST(PdfText, TurnsJunkIntoSpaces) {
  EXPECT_THAT(PagesOf("a\x01"
                      "b\xFF\xC3(\tc\f"),
              ElementsAre("1:a b  ( c\n"));
}

TEST(PdfText, SaysThatAScanHoldsNoText) {
  const auto document = DocumentFromPdfText("\f \n\f\f");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kNoText);
  EXPECT_EQ(DocumentFromPdfText("").error().reason, RejectionReason::kNoText);
}

}  // namespace

}  // namespace answerbox::client
