#include "daemon/job_board.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>
#include <vector>

namespace answerbox::daemon {
namespace {

TEST(JobBoard, ListsJobsFromTheirBeginToTheirEnd) {
  JobBoard board;
  EXPECT_TRUE(board.List().empty());
  std::optional<JobBoard::Job> first;
  first.emplace(&board, JobKind::kMerge, "handbook");
  {
    const JobBoard::Job second(&board, JobKind::kVerify, "policies");
    const auto jobs = board.List();
    ASSERT_EQ(jobs.size(), 2u);
    EXPECT_EQ(jobs[0].kind, JobKind::kMerge);
    EXPECT_EQ(jobs[0].collection, "handbook");
    EXPECT_EQ(jobs[1].kind, JobKind::kVerify);
    EXPECT_LE(jobs[0].began, jobs[1].began);
  }
  EXPECT_EQ(board.List().size(), 1u);
  first.reset();
  EXPECT_TRUE(board.List().empty());
}

TEST(JobBoard, KnowsHowFarAJobHasCome) {
  JobBoard board;
  JobBoard::Job job(&board, JobKind::kCompact, "handbook");
  EXPECT_EQ(board.List()[0].total, 0u);
  job.Advance(10, 40);
  EXPECT_EQ(board.List()[0].done, 10u);
  EXPECT_EQ(board.List()[0].total, 40u);
}

TEST(JobBoard, IsNotNeeded) {
  JobBoard::Job job(nullptr, JobKind::kErase, "handbook");
  job.Advance(1, 2);
}

TEST(JobBoard, IsReadWhileJobsComeAndGo) {
  JobBoard board;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&board] {
      for (std::uint64_t j = 0; j < 200; ++j) {
        JobBoard::Job job(&board, JobKind::kMerge, "handbook");
        job.Advance(j, 200);
      }
    });
  }
  for (int i = 0; i < 200; ++i) EXPECT_LE(board.List().size(), 3u);
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(board.List().empty());
}

}  // namespace
}  // namespace answerbox::daemon
