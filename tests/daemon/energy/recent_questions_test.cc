#include <gtest/gtest.h>

#include "daemon/energy/energy_ledger.h"

namespace answerbox::daemon {
namespace {

EnergyRecord RecordOf(QuestionNumber question) {
  EnergyRecord record;
  record.question = question;
  record.is_complete = true;
  record.energy_uj = static_cast<std::int64_t>(question) * 10;
  return record;
}

TEST(RecentQuestions, AreFoundByNumber) {
  RecentQuestions recent;
  recent.Add(RecordOf(3));
  recent.Add(RecordOf(5));
  const auto found = recent.Find(3);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_complete);
  EXPECT_EQ(found->energy_uj, 30);
}

TEST(RecentQuestions, TakeAnUnknownOneForOneUnderWay) {
  const auto found = RecentQuestions().Find(7);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->is_complete);
  EXPECT_EQ(found->question, 7u);
}

TEST(RecentQuestions, ForgetTheOldest) {
  RecentQuestions recent;
  for (QuestionNumber i = 1; i <= RecentQuestions::kKept + 2; ++i) {
    recent.Add(RecordOf(i));
  }
  EXPECT_FALSE(recent.Find(2));
  EXPECT_TRUE(recent.Find(3)->is_complete);
  EXPECT_TRUE(recent.Find(RecentQuestions::kKept + 2)->is_complete);
  EXPECT_FALSE(recent.Find(RecentQuestions::kKept + 3)->is_complete);
}

}  // namespace
}  // namespace answerbox::daemon
