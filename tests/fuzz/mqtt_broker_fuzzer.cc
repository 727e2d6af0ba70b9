// Makes any operations of several clients and of the daemon on the MQTT broker.
// Bounds must hold after each, and nothing may be left when all clients are
// gone.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "tests/daemon/protocol/mqtt/broker/hostile_clients.h"

namespace {

using namespace answerbox::daemon::mqtt;

void RunScript(std::string_view script) {
  Dialogue dialogue(TightBounds(), kTightMemoryBytes);
  HostileClients clients(dialogue, 4, 12000);
  clients.Run(script);
  dialogue.EndAll();
  const Statistics end = dialogue.broker.statistics();
  if (end.connections + end.sessions + end.retained + end.memory_bytes != 0) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  try {
    RunScript({reinterpret_cast<const char*>(data), size});
  } catch (const std::exception&) {
    std::abort();
  }
  return 0;
}
