// Clients that do anything, as bytes say: each byte, or a few, is an operation.
// What holds after each is checked; the property test feeds random bytes, the
// fuzz target those that libFuzzer finds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {

// Bounds that few operations reach.
[[nodiscard]] Bounds TightBounds();
inline constexpr std::size_t kTightMemoryBytes = 256 * 1024;

class HostileClients {
 public:
  //   largest_bytes  of a payload
  HostileClients(Dialogue& dialogue, std::size_t clients,
                 std::size_t largest_bytes);

  // Does what `script` says. Throws std::logic_error or std::runtime_error when
  // something does not hold.
  void Run(std::string_view script);

 private:
  [[nodiscard]] unsigned Next(unsigned below);
  [[nodiscard]] std::string Topic();
  [[nodiscard]] std::string Filter();
  [[nodiscard]] std::string Payload();
  [[nodiscard]] std::string PublishProperties(Version version);
  void Step();
  void Connect(Client& client);
  void Publish(Client& client);
  void ChangeRights();
  void Serve();  // The daemon's own part.

  Dialogue& dialogue_;
  const std::size_t largest_bytes_;
  std::vector<Client*> clients_;
  std::vector<Version> versions_;
  std::string_view script_;
  std::size_t current_ = 0;
};

}  // namespace answerbox::daemon::mqtt
