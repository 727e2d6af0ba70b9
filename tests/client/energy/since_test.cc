#include <gtest/gtest.h>

#include <ctime>

#include "client/energy/energy.h"

namespace answerbox::client {
namespace {

constexpr std::int64_t kNow = 1'795'219'200 + 3 * 3'600;

TEST(Since, CountsBackFromNow) {
  EXPECT_EQ(ParseSince("90m", kNow), kNow - 90 * 60);
  EXPECT_EQ(ParseSince("24h", kNow), kNow - 86'400);
  EXPECT_EQ(ParseSince("7d", kNow), kNow - 7 * 86'400);
  EXPECT_EQ(ParseSince("0h", kNow), kNow);
}

TEST(Since, NeverGoesBeforeTheBeginning) {
  EXPECT_EQ(ParseSince("2147483647d", kNow), 0);
}

TEST(Since, ADayBeginsAtMidnight) {
  const auto day = ParseSince("2026-11-20", kNow);
  ASSERT_TRUE(day);
  const auto time = static_cast<std::time_t>(*day);
  std::tm local{};
  localtime_r(&time, &local);
  EXPECT_EQ(local.tm_mday, 20);
  EXPECT_EQ(local.tm_mon, 10);
  EXPECT_EQ(local.tm_hour, 0);
}

TEST(Since, TodayIsNotLaterThanNowNorMoreThanADayAgo) {
  const auto today = ParseSince("today", kNow);
  ASSERT_TRUE(today);
  EXPECT_LE(*today, kNow);
  EXPECT_GT(*today, kNow - 25 * 3'600);
}

TEST(Since, RefusesEverythingElse) {
  for (const char* text :
       {"", "h", "7", "7w", "-7d", "7 d", "2026-02-30", "2026-13-01",
        "2026-1-1", "20261120", "yesterday", "99999999999d", "1969-01-01"}) {
    EXPECT_FALSE(ParseSince(text, kNow)) << text;
  }
}

}  // namespace
}  // namespace answerbox::client
