// Tests of all methods together: each call has one, and `status` tells of
// background work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/methods/services.h"
#include "tests/daemon/collections/store_driver.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAreArray;

class MethodTableTest : public testing::Test {
 protected:
  static EnergySettings WithoutSensor() {
    EnergySettings settings;
    settings.reads_sensor = false;
    return settings;
  }

  [[nodiscard]] MethodTable Table() {
    return MakeMethodTable(services_, Identity::OfUnixPeer(1000));
  }

  const tests::TemporaryFolder folder_;
  StoreDriver store_{folder_};
  WorkspacePool workspaces_{1 << 20};
  Activity activity_;
  QuestionStatistics questions_;
  EnergyMonitor energy_{WithoutSensor(), 1, [](const std::string&) {}};
  JobBoard jobs_;
  AccessControl access_;
  Services services_{*store_, workspaces_, activity_, questions_,
                     energy_, jobs_,       access_,   {}};
};

TEST_F(MethodTableTest, EveryCallHasItsMethod) {
  const MethodTable table = Table();
  std::vector<std::string_view> methods;
  for (const Method& method : table.methods) methods.push_back(method.name);
  std::vector<std::string_view> named;
  for (const calls::Call* const call : calls::AllCalls()) {
    named.push_back(call->name);
  }
  EXPECT_THAT(methods, UnorderedElementsAreArray(named));
  EXPECT_EQ(table.caller.name(), "unix:1000");
}

// The next user of a name may log in while the record is being written.
TEST_F(MethodTableTest, WithdrawsBeforeTheRecordAndWaitsForBoth) {
  Completion<void> withdrawn;
  services_.withdraw = [&](const std::string&, const std::string&,
                           const Completion<void>& done) { withdrawn = done; };
  std::string told;
  const auto begin = [&] {
    told.clear();
    return AfterWithdrawal(services_, "user:a", {}, [&](const auto& record) {
      told = record ? "recorded" : record.error().message;
    });
  };
  auto record = begin();
  ASSERT_TRUE(withdrawn);
  record(Recorded());
  EXPECT_EQ(told, "");
  withdrawn({});
  EXPECT_EQ(told, "recorded");
  record = begin();
  withdrawn(Error{ErrorKind::kStorage, "a file holds it."});
  EXPECT_EQ(told, "");
  record(Recorded());
  EXPECT_EQ(told, "The change is made, but a file holds it.");
}

TEST_F(MethodTableTest, StatusTellsOfBackgroundWork) {
  const MethodTable table = Table();
  const auto status = std::ranges::find(table.methods, "status", &Method::name);
  const auto shown = [&] {
    std::string result;
    status->run(
        {},
        Reply([&](const Result<std::string>& sent) { result = sent.value(); },
              [](const WorkDone&) {}, [] { return true; }));
    return result;
  };
  EXPECT_THAT(shown(), HasSubstr(R"("jobs":[])"));
  JobBoard::Job job(&jobs_, JobKind::kMerge, "handbook");
  job.Advance(4, 10);
  EXPECT_THAT(shown(),
              HasSubstr(R"("jobs":[{"kind":"merge","collection":"handbook",)"
                        R"("done":4,"total":10,"seconds":)"));
}

}  // namespace
}  // namespace answerbox::daemon
