// The messages by which Home Assistant finds the box and reads its state: one
// retained message that describes the device and its entities, and one with
// their values. docs/metrics.md, "Home Assistant"; the fields are those of
// https://www.home-assistant.io/integrations/mqtt/ (device discovery).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/error.h"

namespace answerbox::daemon::mqtt {

inline constexpr std::string_view kBoxStateTopic = "answerbox/device/state";

// Values since the daemon's start; Home Assistant takes a fall for a restart.
struct BoxState {
  std::optional<std::int64_t> energy_uj{};  // Nothing: there is no sensor.
  std::optional<std::int64_t> power_uw{};
  std::uint64_t questions = 0;
  std::uint64_t refused = 0;  // How many of them.
  std::uint64_t documents = 0;
  bool has_log_problem = false;
};

struct Box {
  std::string prefix;  // Of topics of discovery; empty: it is not announced.
  std::string id;      // [a-zA-Z0-9_-]; the same after a restart.
  std::string name;    // For people.
};
using ReadBoxState = std::function<BoxState()>;

// Describes this machine: its id is made of /etc/machine-id, which it does not
// tell, or else of the host's name. Errors: kInvalidParams, if the prefix is
// no topic, or one of the product's own.
[[nodiscard]] Result<Box> ThisBox(const std::string& prefix);

[[nodiscard]] std::string DiscoveryTopic(const Box& box);
[[nodiscard]] std::string DiscoveryMessage(const Box& box);
[[nodiscard]] std::string StateMessage(const BoxState& state);

}  // namespace answerbox::daemon::mqtt
