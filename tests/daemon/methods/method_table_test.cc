// Tests of all methods together: each takes the right that
// docs/socket-protocol.md, "Rights", names, and `status` tells of background
// work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

#include "daemon/methods/services.h"
#include "tests/daemon/collections/store_driver.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using testing::ContainerEq;
using testing::HasSubstr;

using RightOfMethod = std::map<std::string, std::string>;

// The names in backquotes, each with the first cell of its row.
RightOfMethod RightsOfDocument() {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/docs/socket-protocol.md");
  RightOfMethod rights;
  bool is_inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) is_inside = line == "## Rights";
    if (!is_inside || !line.starts_with("| ")) continue;
    const std::string right = line.substr(2, line.find(" |", 2) - 2);
    for (std::size_t at = line.find('`'); at != line.npos;) {
      const std::size_t end = line.find('`', at + 1);
      rights[line.substr(at + 1, end - at - 1)] = right;
      at = line.find('`', end + 1);
    }
  }
  return rights;
}

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

TEST_F(MethodTableTest, EveryMethodTakesTheRightOfTheDocument) {
  const MethodTable table = Table();
  RightOfMethod rights;
  for (const Method& method : table.methods) {
    rights[std::string(method.name)] =
        method.right ? std::string(ToString(method.right->right)) : "none";
  }
  EXPECT_EQ(rights.size(), table.methods.size());
  EXPECT_THAT(rights, ContainerEq(RightsOfDocument()));
  EXPECT_EQ(table.caller.name(), "unix:1000");
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
