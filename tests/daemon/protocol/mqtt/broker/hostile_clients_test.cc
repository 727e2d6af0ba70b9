// Whatever clients do: no bound is passed, and nothing is left when they go.
#include "tests/daemon/protocol/mqtt/broker/hostile_clients.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

namespace answerbox::daemon::mqtt {
namespace {

std::string RandomScript(std::uint32_t seed, std::size_t bytes) {
  std::mt19937 random(seed);
  std::string script;
  while (script.size() < bytes) script += static_cast<char>(random());
  return script;
}

void RunAndEnd(Dialogue& dialogue, std::size_t clients,
               std::size_t largest_bytes, const std::string& script) {
  HostileClients hostile(dialogue, clients, largest_bytes);
  hostile.Run(script);
  dialogue.EndAll();
  const Statistics end = dialogue.broker.statistics();
  EXPECT_EQ(end.connections, 0U);
  EXPECT_EQ(end.sessions, 0U);
  EXPECT_EQ(end.retained, 0U);
  EXPECT_EQ(end.memory_bytes, 0U);
}

TEST(HostileClientsTest, PassNoBoundAndLeaveNothing) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Dialogue dialogue(TightBounds(), kTightMemoryBytes);
    RunAndEnd(dialogue, 8, 12000, RandomScript(seed, 6000));
  }
}

TEST(HostileClientsTest, PassNoBoundOfTheDefaults) {
  for (std::uint32_t seed = 0; seed < 2; ++seed) {
    SCOPED_TRACE(seed);
    Dialogue dialogue;
    RunAndEnd(dialogue, 64, 250000, RandomScript(seed, 20000));
  }
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
