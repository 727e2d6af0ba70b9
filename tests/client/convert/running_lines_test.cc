#include "client/convert/running_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

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

}  // namespace
}  // namespace answerbox::client
