#include "client/exam/exam_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace answerbox::client {
namespace {

using std::chrono::milliseconds;

Failure OfModel(const std::string& reason) {
  return {ExitCode::kDaemonFailed,
          "model_failed",
          "The language model gave no grade.",
          {{"kind", "model_failed"}, {"reason", reason}}};
}

// Counts pauses instead of waiting.
struct Pauses {
  std::vector<milliseconds> all;
  BusyPatience Patience() {
    return BusyPatience([this](milliseconds pause) { all.push_back(pause); });
  }
  [[nodiscard]] milliseconds Sum() const {
    milliseconds sum{0};
    for (const milliseconds pause : all) sum += pause;
    return sum;
  }
};

TEST(BusyPatienceTest, PausesDoubleAndEnd) {
  Pauses pauses;
  BusyPatience patience = pauses.Patience();
  while (patience.WaitsAfter(OfModel("busy"))) {
    ASSERT_LT(pauses.all.size(), 1000u);
  }
  ASSERT_GT(pauses.all.size(), 3u);
  EXPECT_EQ(pauses.all[0], kFirstBusyPause);
  EXPECT_EQ(pauses.all[1], 2 * kFirstBusyPause);
  EXPECT_EQ(*std::ranges::max_element(pauses.all), kLongestBusyPause);
  EXPECT_EQ(pauses.Sum(), kBusyTotal);
  patience.Rest();
  EXPECT_TRUE(patience.WaitsAfter(OfModel("busy")));
  EXPECT_EQ(pauses.all.back(), kFirstBusyPause);
}

TEST(BusyPatienceTest, ADaemonWithTooManyQuestionsIsWaitedFor) {
  Pauses pauses;
  BusyPatience patience = pauses.Patience();
  EXPECT_TRUE(
      patience.WaitsAfter({ExitCode::kDaemonFailed, "busy", "Too many."}));
  EXPECT_EQ(pauses.all, std::vector{kFirstBusyPause});
  Failure last{ExitCode::kDaemonFailed, "busy", "It was idle and made room."};
  last.ends_connection = true;
  EXPECT_FALSE(patience.WaitsAfter(last));
}

TEST(BusyPatienceTest, NothingElseIsWaitedFor) {
  Pauses pauses;
  BusyPatience patience = pauses.Patience();
  EXPECT_FALSE(patience.WaitsAfter(OfModel("absent")));
  EXPECT_FALSE(patience.WaitsAfter(OfModel("slow")));
  EXPECT_FALSE(BusyPatience().WaitsAfter(OfModel("busy")));
  EXPECT_TRUE(pauses.all.empty());
}

// A bank of three questions, each of which finds the model busy `times` times.
class ExamOfBusyModel : public testing::Test {
 protected:
  Outcome<ExamEnd> Run(std::size_t times) {
    for (const char* const id : {"a", "b", "c"}) {
      bank_.push_back({.id = id, .topic = "t", .question = "Which?"});
    }
    ExamHeader header{.bank_sha256 = "ab", .questions = 3, .collection = "c"};
    header.grader = ExamGrader::kModel;
    auto file =
        ResultsFile::Open("", header, bank_, ExistingResults::kOverwrite);
    double seconds = 0;
    auto end = RunExam(
        bank_,
        [&, left = times](std::size_t,
                          std::size_t) mutable -> Outcome<GradedBatch> {
          if (left-- > 0) return OfModel("busy");
          left = times;
          ++graded_;
          GradedBatch batch;
          batch.questions.push_back({{"passages", boost::json::array()}});
          return batch;
        },
        *file, [&](std::size_t) { return pauses_.all.size() < stop_after_; },
        seconds, pauses_.Patience());
    return end;
  }

  protocol::Bank bank_;
  Pauses pauses_;
  std::size_t graded_ = 0;
  std::size_t stop_after_ = 1'000'000;
};

TEST_F(ExamOfBusyModel, GoesOnWhenTheModelHasTime) {
  const auto end = Run(5);
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_EQ(*end, ExamEnd::kComplete);
  EXPECT_EQ(graded_, 3u);
  ASSERT_EQ(pauses_.all.size(), 15u);
  // Each question has the whole patience.
  EXPECT_EQ(pauses_.all[5], kFirstBusyPause);
}

TEST_F(ExamOfBusyModel, EndsWithTheDaemonsErrorWhenItNeverHas) {
  const auto end = Run(1'000'000);
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message, OfModel("busy").message);
  EXPECT_EQ(pauses_.Sum(), kBusyTotal);
  EXPECT_EQ(graded_, 0u);
}

TEST_F(ExamOfBusyModel, StopsAfterAPauseThatTheUserEnded) {
  stop_after_ = 2;
  const auto end = Run(1'000'000);
  ASSERT_TRUE(end);
  EXPECT_EQ(*end, ExamEnd::kStopped);
  EXPECT_EQ(pauses_.all.size(), 2u);
}

}  // namespace
}  // namespace answerbox::client
