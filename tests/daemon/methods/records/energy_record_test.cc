#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daemon/methods/records/answer_record.h"

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::string> BodiesOf(const ClosedWindow& closed) {
  std::vector<std::string> bodies;
  EachEnergyBody(
      "ina226@1-0040", closed,
      [](QuestionNumber question) { return "run" + std::to_string(question); },
      [&bodies](const std::string& body) { bodies.push_back(body); });
  return bodies;
}

ClosedWindow WindowWith(const std::vector<EnergyRecord>& records) {
  ClosedWindow closed;
  closed.window.begin = microseconds(2'000'000);
  closed.window.end = microseconds(3'000'000);
  closed.completed = records;
  return closed;
}

EnergyRecord Attributed(QuestionNumber question, std::int64_t energy_uj) {
  EnergyRecord record;
  record.question = question;
  record.state = EnergyState::kAttributed;
  record.energy_uj = energy_uj;
  record.uncertainty_uj = 7;
  return record;
}

TEST(EnergyRecordTest, QuestionsOfAWindowShareARecord) {
  const auto bodies =
      BodiesOf(WindowWith({Attributed(1, 200), Attributed(2, 300)}));
  ASSERT_EQ(bodies.size(), 1U);
  EXPECT_THAT(bodies[0], StartsWith(R"("kind":"energy","time":")"));
  EXPECT_THAT(bodies[0],
              HasSubstr(R"("sensor":"ina226@1-0040","state":"attributed",)"
                        R"("window_us":[2000000,3000000],)"
                        R"("runs":[["run1",200,7],["run2",300,7]]})"));
}

TEST(EnergyRecordTest, EachStateHasARecordOfItsOwn) {
  EnergyRecord unresolved;
  unresolved.question = 2;
  const auto bodies = BodiesOf(WindowWith({Attributed(1, 200), unresolved}));
  ASSERT_EQ(bodies.size(), 2U);
  EXPECT_THAT(bodies[0], HasSubstr(R"("runs":[["run1",200,7]])"));
  EXPECT_THAT(bodies[1], HasSubstr(R"("state":"unresolved")"));
  EXPECT_THAT(bodies[1], HasSubstr(R"("runs":[["run2"]])"));
}

TEST(EnergyRecordTest, ManyQuestionsAreDividedAmongRecords) {
  std::vector<EnergyRecord> records;
  for (QuestionNumber i = 0; i <= kMaxRunsPerRecord; ++i) {
    records.push_back(Attributed(i, 1));
  }
  const auto bodies = BodiesOf(WindowWith(records));
  ASSERT_EQ(bodies.size(), 2U);
  EXPECT_THAT(bodies[1], HasSubstr(R"("runs":[["run1000",1,7]])"));
}

TEST(EnergyRecordTest, AWindowWithoutQuestionsHasNone) {
  EXPECT_TRUE(BodiesOf(WindowWith({})).empty());
}

}  // namespace
}  // namespace answerbox::daemon
