#include "daemon/protocol/http/codec/request_rate.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::daemon::http {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const RequestRate::Clock::time_point kNow{std::chrono::hours(1)};

TEST(RequestRateTest, AQuarterOfAMinuteMayComeAtOnce) {
  RequestRate rate(60);
  for (int i = 0; i < 15; ++i) EXPECT_EQ(rate.Count("a", kNow), std::nullopt);
  EXPECT_EQ(rate.Count("a", kNow), seconds(1));
  EXPECT_EQ(rate.Count("b", kNow), std::nullopt);
}

TEST(RequestRateTest, OneMoreMayComeWhenItsTimeHasPassed) {
  RequestRate rate(60);
  for (int i = 0; i < 15; ++i) static_cast<void>(rate.Count("a", kNow));
  EXPECT_NE(rate.Count("a", kNow + milliseconds(900)), std::nullopt);
  EXPECT_EQ(rate.Count("a", kNow + seconds(1)), std::nullopt);
  EXPECT_NE(rate.Count("a", kNow + seconds(1)), std::nullopt);
}

TEST(RequestRateTest, WhatIsRefusedIsNotCounted) {
  RequestRate rate(60);
  for (int i = 0; i < 1000; ++i) static_cast<void>(rate.Count("a", kNow));
  EXPECT_EQ(rate.Count("a", kNow + seconds(1)), std::nullopt);
}

TEST(RequestRateTest, OneAMinuteIsOneAMinute) {
  RequestRate rate(1);
  EXPECT_EQ(rate.Count("a", kNow), std::nullopt);
  EXPECT_EQ(rate.Count("a", kNow), seconds(60));
  EXPECT_EQ(rate.Count("a", kNow + seconds(60)), std::nullopt);
}

TEST(RequestRateTest, RemembersSoManyAddressesAndForgetsWhoAskedLeast) {
  RequestRate rate(60);
  for (int i = 0; i < 15; ++i) static_cast<void>(rate.Count("busy", kNow));
  for (std::size_t i = 0; i < 3 * RequestRate::kMaxAddresses; ++i) {
    EXPECT_EQ(rate.Count(std::to_string(i), kNow), std::nullopt);
  }
  EXPECT_EQ(rate.addresses(), RequestRate::kMaxAddresses);
  EXPECT_NE(rate.Count("busy", kNow), std::nullopt);
}

}  // namespace
}  // namespace answerbox::daemon::http
