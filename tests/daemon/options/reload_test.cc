#include "daemon/options/reload.h"

#include <gtest/gtest.h>

#include "daemon/options/option_table.h"

namespace answerbox::daemon {
namespace {

TEST(ReloadTest, TakesOverWhatCanChangeAndNamesTheRest) {
  Options running;
  Options read;
  read.dispatch.questions = 3;
  read.socket = "/elsewhere";
  const ReloadedOptions reloaded = TakeOver(read, running);
  EXPECT_EQ(reloaded.changed, "max_questions 8 -> 3");
  EXPECT_EQ(reloaded.needs_start,
            "socket /run/answerbox/answerbox.sock -> /elsewhere");
  EXPECT_EQ(running.dispatch.questions, 3u);
  EXPECT_EQ(running.socket, Options().socket);
}

TEST(ReloadTest, TheSameOptionsChangeNothing) {
  Options running;
  const ReloadedOptions reloaded = TakeOver(Options(), running);
  EXPECT_EQ(reloaded.changed, "");
  EXPECT_EQ(reloaded.needs_start, "");
}

TEST(ReloadTest, WhatNeedsAStartIsNamedEveryTime) {
  Options running;
  Options read;
  read.lanes.question_threads = 4;
  static_cast<void>(TakeOver(read, running));
  EXPECT_EQ(TakeOver(read, running).needs_start, "question_threads 2 -> 4");
}

}  // namespace
}  // namespace answerbox::daemon
