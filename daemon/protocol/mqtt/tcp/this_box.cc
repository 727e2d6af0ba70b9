// What this machine is to Home Assistant.
#include <cstddef>
#include <fstream>
#include <span>

#include "daemon/protocol/mqtt/tcp/home_assistant.h"
#include "platform/service/account_files.h"
#include "protocol/audit/digest.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::size_t kIdBytes = 8;

// systemd makes it once, and asks programs to tell only a hash of it.
std::string MachineId() {
  std::ifstream file("/etc/machine-id");
  std::string id;
  std::getline(file, id);
  return id;
}

std::string HashedId(const std::string& machine) {
  const protocol::Digest hash =
      protocol::HashLine("answerbox device " + machine);
  return "answerbox_" + protocol::ToHex(std::span(hash).first(kIdBytes));
}

}  // namespace

Result<Box> ThisBox(const std::string& prefix) {
  Box box;
  if (prefix.empty()) return box;
  if (!protocol::IsTopicName(prefix) || prefix.starts_with('$') ||
      prefix == "answerbox" || prefix.starts_with("answerbox/")) {
    return Error{ErrorKind::kInvalidParams,
                 "mqtt_home_assistant can't be \"" + prefix +
                     "\": it takes the discovery prefix that Home Assistant "
                     "has, such as homeassistant",
                 "mqtt_home_assistant"};
  }
  const std::string host = platform::HostName();
  const std::string machine = MachineId();
  box.prefix = prefix;
  box.id = HashedId(machine.empty() ? host : machine);
  box.name = host.empty() ? "Answerbox" : "Answerbox " + host;
  return box;
}

}  // namespace answerbox::daemon::mqtt
