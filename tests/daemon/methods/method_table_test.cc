// Every method takes the right that docs/socket-protocol.md, "Rights", says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "daemon/methods/services.h"
#include "tests/daemon/collections/store_driver.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using testing::ContainerEq;

using RightOfMethod = std::map<std::string, std::string>;

// Names in backquotes, each with the first cell of its row.
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

TEST(MethodTableTest, EveryMethodTakesTheRightOfTheDocument) {
  const tests::TemporaryFolder folder;
  StoreDriver store(folder);
  WorkspacePool workspaces(1 << 20);
  Activity activity;
  QuestionStatistics questions;
  EnergySettings settings;
  settings.reads_sensor = false;
  EnergyMonitor energy(settings, 1, [](const std::string&) {});
  Services services{*store, workspaces, activity, questions, energy, {}};
  const MethodTable table =
      MakeMethodTable(services, CallerOf(Identity::OfUnixPeer(1000)));
  RightOfMethod rights;
  for (const Method& method : table.methods) {
    rights[std::string(method.name)] =
        method.right ? std::string(ToString(*method.right)) : "none";
  }
  EXPECT_EQ(rights.size(), table.methods.size());
  EXPECT_THAT(rights, ContainerEq(RightsOfDocument()));
  EXPECT_EQ(table.caller.identity.name(), "unix:1000");
}

}  // namespace
}  // namespace answerbox::daemon
