#include "daemon/shares/notice_log.h"

#include <gtest/gtest.h>

#include <string>

#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

using std::chrono::seconds;

constexpr NoticeLog::Clock::time_point kNow{seconds(1'000'000)};

TEST(NoticeLogTest, TellsOfEachKindAndClientOnceAMinute) {
  NoticeLog log;
  EXPECT_TRUE(log.Tell(Notice::kRefused, "a", "refused", kNow));
  EXPECT_FALSE(log.Tell(Notice::kRefused, "a", "refused", kNow + seconds(59)));
  EXPECT_TRUE(log.Tell(Notice::kRefused, "b", "refused", kNow));
  EXPECT_TRUE(log.Tell(Notice::kHandshake, "a", "failed", kNow));
  EXPECT_TRUE(log.Tell(Notice::kRefused, "a", "refused", kNow + seconds(60)));
}

TEST(NoticeLogTest, AFloodOfClientsCostsABoundedNumberOfLines) {
  NoticeLog log;
  std::size_t lines = 0;
  for (int i = 0; i < 1000; ++i) {
    lines += log.Tell(Notice::kRefused, std::to_string(i), "refused", kNow);
  }
  EXPECT_EQ(lines, NoticeLog::kMaxLines);
  EXPECT_TRUE(log.Tell(Notice::kRefused, "x", "refused", kNow + seconds(60)));
}

TEST(NoticeLogTest, WhatAFloodLeavesOutIsToldInOneLine) {
  NoticeLog log;
  testing::internal::CaptureStderr();
  for (int i = 0; i < 1000; ++i) {
    log.Tell(Notice::kRefused, std::to_string(i), "refused", kNow);
  }
  log.TellLeftOut(kNow + seconds(59));
  log.TellLeftOut(kNow + seconds(60));
  log.TellLeftOut(kNow + seconds(120));
  platform::FlushLog(seconds(10));
  const std::string told = testing::internal::GetCapturedStderr();
  const std::string line = "clients failed 940 times more than is told here";
  const std::size_t at = told.find(line);
  ASSERT_NE(at, std::string::npos) << told;
  EXPECT_EQ(told.find("times more", at + line.size()), std::string::npos);
}

}  // namespace
}  // namespace answerbox::daemon
