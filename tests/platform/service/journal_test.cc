#include "platform/service/journal.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
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

TEST(JournalTest, AMessageCannotTurnALine) {
  EXPECT_EQ(Logged(Priority::kInfo, "a\u202eb\u2066c\u061cd\u0085e\ufefff"),
            "<6>a   b   c  d  e   f\n");
  EXPECT_EQ(Logged(Priority::kInfo, "2 °C – 8 °C, «für»"),
            "<6>2 °C – 8 °C, «für»\n");
}

TEST(JournalTest, NoCharacterIsCutInTwo) {
  const std::string full(kMaxLogLineBytes - 1, 'x');
  EXPECT_EQ(Logged(Priority::kInfo, full + "°"), "<6>" + full + "\n");
}

// A pipe in the place of standard error, which nobody reads at first.
class UnreadJournal {
 public:
  UnreadJournal() : before_(::dup(STDERR_FILENO)) {
    EXPECT_EQ(::pipe(ends_.data()), 0);
    EXPECT_GE(::dup2(ends_[1], STDERR_FILENO), 0);
    ::close(ends_[1]);
  }
  ~UnreadJournal() {
    FlushLog(std::chrono::seconds(10));
    ::dup2(before_, STDERR_FILENO);
    ::close(before_);
    ::close(ends_[0]);
  }
  UnreadJournal(const UnreadJournal&) = delete;
  UnreadJournal& operator=(const UnreadJournal&) = delete;

  // Reads until `end` has come.
  std::string ReadTo(std::string_view end) const {
    std::string text;
    std::array<char, 4096> buffer;
    while (text.find(end) == std::string::npos) {
      const ssize_t count = ::read(ends_[0], buffer.data(), buffer.size());
      if (count <= 0) break;
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int before_;
  std::array<int, 2> ends_{};
};

TEST(JournalTest, NobodyWaitsForAReaderAndDroppedLinesAreCounted) {
  const UnreadJournal journal;
  const std::uint64_t before = DroppedLogLines();
  // More than a pipe (64 KiB) and the queue hold.
  const std::string line(kMaxLogLineBytes, 'x');
  for (int i = 0; i < 400; ++i) Log(Priority::kInfo, line);
  const std::uint64_t dropped = DroppedLogLines() - before;
  EXPECT_GT(dropped, 100u);
  EXPECT_LT(dropped, 400u - kMaxWaitingLogLines);
  LogLast(Priority::kError, "the end does not wait for ever");
  const std::string told = journal.ReadTo("for a while\n");
  EXPECT_NE(
      told.find("<4>" + std::to_string(dropped) + " lines of the journal"),
      std::string::npos);
  EXPECT_EQ(std::ranges::count(told, '\n'), 400 - std::int64_t(dropped) + 1);
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
