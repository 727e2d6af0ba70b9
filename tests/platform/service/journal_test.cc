#include "platform/service/journal.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace answerbox::platform {
namespace {

std::string Logged(Priority priority, std::string_view message) {
  testing::internal::CaptureStderr();
  Log(priority, message);
  return testing::internal::GetCapturedStderr();
}

TEST(JournalTest, AMessageIsALineWithItsPriority) {
  EXPECT_EQ(Logged(Priority::kError, "disk full"), "<3>disk full\n");
  EXPECT_EQ(Logged(Priority::kInfo, "ready"), "<6>ready\n");
}

TEST(JournalTest, AMessageCannotForgeALine) {
  EXPECT_EQ(Logged(Priority::kInfo, "name\n<3>forged\x1b[0m"),
            "<6>name <3>forged [0m\n");
}

TEST(JournalTest, ALongMessageIsCut) {
  const std::string cut =
      Logged(Priority::kInfo, std::string(kMaxLogLineBytes + 1, 'x'));
  EXPECT_EQ(cut, "<6>" + std::string(kMaxLogLineBytes, 'x') + "\n");
}

TEST(JournalTest, ATextIsPutTogetherAndCutWhereItIsFull) {
  LogText text;
  text.Add("nothing for ").Add(std::chrono::seconds(15));
  EXPECT_EQ(text.text(), "nothing for 15 s");
  text.Add(std::string(kMaxLogLineBytes, 'x')).Add("more");
  EXPECT_EQ(text.text(),
            "nothing for 15 s" + std::string(kMaxLogLineBytes - 16, 'x'));
}

TEST(JournalTest, WhatIsLessUrgentThanTheLevelIsDropped) {
  EXPECT_EQ(Logged(Priority::kDebug, "detail"), "");
  SetLogLevel(Priority::kDebug);
  EXPECT_EQ(Logged(Priority::kDebug, "detail"), "<7>detail\n");
  SetLogLevel(Priority::kInfo);
}

}  // namespace
}  // namespace answerbox::platform
