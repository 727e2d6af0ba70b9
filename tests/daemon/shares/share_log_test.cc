#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "daemon/shares/notice_log.h"

namespace answerbox::daemon {
namespace {

TEST(ShareLogTest, CountsEachKindAndKnowsWhoWasLast) {
  ShareLog log;
  log.Note(Shared::kLogins, "192.0.2.1");
  log.Note(Shared::kLogins, "192.0.2.2");
  EXPECT_EQ(log.Read(Shared::kLogins).count, 2u);
  EXPECT_EQ(log.Read(Shared::kLogins).holder, "192.0.2.2");
  EXPECT_EQ(log.Read(Shared::kQuestions).count, 0u);
}

TEST(ShareLogTest, WritesOneLineAMinuteForEachKind) {
  ShareLog log;
  const ShareLog::Clock::time_point start{};
  testing::internal::CaptureStderr();
  log.Note(Shared::kMqttSessions, "user:alice", start);
  log.Note(Shared::kMqttSessions, "user:alice",
           start + std::chrono::seconds(59));
  log.Note(Shared::kQuestions, "unix:7", start);
  const std::string lines = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
  EXPECT_NE(lines.find("the oldest idle MQTT session of user:alice gave way"),
            std::string::npos);
  testing::internal::CaptureStderr();
  log.Note(Shared::kMqttSessions, "user:bob", start + std::chrono::minutes(1));
  EXPECT_NE(testing::internal::GetCapturedStderr().find("user:bob"),
            std::string::npos);
}

TEST(ShareLogTest, CutsALongName) {
  ShareLog log;
  log.Note(Shared::kLogins, std::string(500, 'x'));
  EXPECT_EQ(log.Read(Shared::kLogins).holder, std::string(128, 'x'));
}

}  // namespace
}  // namespace answerbox::daemon
