#include "client/terminal/progress_bar.h"

#include <gtest/gtest.h>

#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

Progress Halfway() {
  return {5'000'000, 10'000'000, 500, 1000, std::chrono::milliseconds(2000)};
}

TEST(ProgressBar, ShowsShareRateAndTimeLeft) {
  EXPECT_EQ(RenderProgress(Halfway(), 80),
            "[##################>                  ]   50 %  500/1,000  "
            "2.5 MB/s  2.0 s left");
}

TEST(ProgressBar, FitsEveryWidth) {
  for (std::size_t columns = 20; columns < 200; ++columns) {
    EXPECT_LT(DisplayWidth(RenderProgress(Halfway(), columns)), columns);
  }
}

TEST(ProgressBar, SaysNothingOfTheRateAtFirst) {
  Progress progress = Halfway();
  progress.elapsed = std::chrono::milliseconds(100);
  EXPECT_EQ(RenderProgress(progress, 80).find("MB/s"), std::string::npos);
}

TEST(ProgressBar, CountsNoItemsWhereThereAreNone) {
  Progress progress = Halfway();
  progress.done_items = progress.total_items = 0;
  EXPECT_EQ(RenderProgress(progress, 50).find("0/0"), std::string::npos);
}

TEST(ProgressBar, IsFullWhenThereIsNothingToDo) {
  EXPECT_NE(RenderProgress({}, 80).find("100 %"), std::string::npos);
}

TEST(ProgressBar, DrawsNothingWithoutATerminal) {
  testing::internal::CaptureStderr();
  {
    ProgressBar bar(Terminal{});
    bar.Update(Halfway());
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ProgressBar, ClearsItsLine) {
  testing::internal::CaptureStderr();
  {
    ProgressBar bar(Terminal{.is_terminal = true});
    bar.Update(Halfway());
  }
  EXPECT_TRUE(testing::internal::GetCapturedStderr().ends_with("\r\x1b[K"));
}

}  // namespace
}  // namespace answerbox::client
