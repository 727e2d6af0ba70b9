// What changes make of nothing is what the broker has, whatever clients did.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/daemon/protocol/mqtt/broker/hostile_clients.h"
#include "tests/daemon/protocol/mqtt/journal/kept_steps.h"

namespace answerbox::daemon::mqtt {
namespace {

std::string RandomScript(unsigned seed, std::size_t bytes) {
  std::mt19937 random(seed);
  std::string script;
  while (script.size() < bytes) script.push_back(static_cast<char>(random()));
  return script;
}

TEST(HostileRestarts, ChangesMakeTheStateThatTheBrokerHas) {
  std::size_t states = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    KeptDialogue box(TightBounds(), {}, kTightMemoryBytes);
    HostileClients clients(box.dialogue, 6, 12'000);
    ASSERT_NO_THROW(clients.Run(RandomScript(seed, 3000)));
    const auto by_changes = box.Restart();
    box.dialogue.broker.RecordWhole();
    const auto by_whole = box.Restart();
    const std::string state = by_whole->steps.UpTo(1);
    EXPECT_EQ(by_changes->steps.UpTo(1), state);
    states += state.size() > 1000 ? 1 : 0;
    by_whole->dialogue.CheckBounds();
  }
  EXPECT_GT(states, 50U);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
