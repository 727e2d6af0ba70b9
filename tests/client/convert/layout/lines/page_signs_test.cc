#include <gtest/gtest.h>

#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

TEST(PageSigns, FindsPageNumbersAtTheEnd) {
  EXPECT_EQ(TrailingPageNumber("Aims .... 12"), "12");
  EXPECT_EQ(TrailingPageNumber("Foreword iv"), "iv");
  EXPECT_EQ(TrailingPageNumber("COVID-19"), "");
  EXPECT_EQ(TrailingPageNumber("in 20231"), "");
  EXPECT_TRUE(HasLeader("Aims . . . . 3"));
  EXPECT_FALSE(HasLeader("and so on ..."));
  EXPECT_EQ(WithoutLeader("Aims.....3"), "Aims 3");
}

TEST(PageSigns, KnowsPageNumbers) {
  EXPECT_TRUE(IsPageNumber("– 12 –"));
  EXPECT_TRUE(IsPageNumber("Page 3 of 10"));
  EXPECT_TRUE(IsPageNumber("xii"));
  EXPECT_FALSE(IsPageNumber("12 people"));
  EXPECT_FALSE(IsPageNumber("20231"));
}

TEST(PageSigns, RunningLinesDifferByTheNumberAtAnEndAlone) {
  EXPECT_EQ(RunningKey("Guide to Water 12"), RunningKey("Guide to water 13"));
  EXPECT_EQ(RunningKey("4 | Guide"), RunningKey("6 | Guide"));
  EXPECT_NE(RunningKey("Chapter 1 Water"), RunningKey("Chapter 2 Water"));
}

}  // namespace
}  // namespace answerbox::client::layout
