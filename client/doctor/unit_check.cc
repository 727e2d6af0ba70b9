// The unit as systemd runs it: whether drop-ins loosen what the shipped one
// locks, and whether it keeps failing.
#include <fcntl.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "client/doctor/box.h"
#include "client/process/limited_process.h"
#include "platform/file/open_file.h"
#include "platform/power/attribute.h"

namespace answerbox::client {
namespace {

constexpr const char* kUnit = "unit";
constexpr const char* kName = "answerboxd.service";
constexpr std::size_t kMaxUnitBytes = std::size_t{64} << 10;
constexpr std::size_t kMaxShownBytes = 100;  // Of one property.

using Properties = std::map<std::string, std::string>;

// Returns the lines NAME=VALUE of a unit, or of systemctl. The last one counts.
Properties ReadProperties(std::string_view text) {
  Properties properties;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || line.starts_with('#')) continue;
    properties[std::string(line.substr(0, equals))] = line.substr(equals + 1);
  }
  return properties;
}

// What systemctl shows as it stands in the unit, and what locks.
bool IsLock(const std::string& value) {
  return value == "yes" || value == "strict" || value == "invisible" ||
         value == "closed";
}

// Returns the shipped unit's settings. None if it is nowhere.
Properties ShippedUnit(const Box& box) {
  for (const char* folder :
       {"/usr/lib/systemd/system/", "/lib/systemd/system/"}) {
    const auto text =
        platform::ReadAttribute(box.At(folder) / kName, kMaxUnitBytes);
    if (text) return ReadProperties(*text);
  }
  return {};
}

std::optional<Properties> AskSystemd(const Properties& shipped) {
  const std::string program = FindProgram("systemctl");
  if (program.empty()) return std::nullopt;
  std::string names =
      "ActiveState,NRestarts,DropInPaths,MemoryMax,User,CapabilityBoundingSet,"
      "SystemCallFilter,RestrictAddressFamilies,IPAddressAllow,IPAddressDeny";
  for (const auto& [name, value] : shipped) {
    if (IsLock(value)) names += "," + name;
  }
  const std::vector<std::string> arguments = {"systemctl", "show", kName,
                                              "--property=" + names};
  const auto nothing = platform::OpenFile("/dev/null", O_RDONLY);
  if (!nothing) return std::nullopt;
  const auto end = RunLimited(
      program, arguments, nothing->get(),
      {.wall_time = std::chrono::seconds(10), .output_bytes = kMaxUnitBytes});
  if (!end || end->how != ProcessEnd::How::kExited || end->code != 0) {
    return std::nullopt;
  }
  return ReadProperties(end->output);
}

// MQTT and HTTP need a network, and drop-ins give it.
bool NeedsNetwork(const Box& box) {
  const daemon::Options& options = box.options;
  return !options.mqtt.plain_addresses.empty() ||
         !options.mqtt.tls_addresses.empty() ||
         !options.http.plain_addresses.empty() ||
         !options.http.tls_addresses.empty();
}

// Returns which locks that are no plain word a drop-in opened, as "NAME=VALUE".
std::vector<std::string> OpenedLists(const Properties& shipped,
                                     Properties& running, bool needs_network) {
  std::vector<std::string> opened;
  const auto add = [&](const char* name, bool is_open) {
    // An older systemd does not know some, and does not show them.
    if (!is_open || !shipped.contains(name) || !running.contains(name)) return;
    opened.push_back(std::string(name) + "=" +
                     running[name].substr(0, kMaxShownBytes));
  };
  add("CapabilityBoundingSet", !running["CapabilityBoundingSet"].empty());
  add("SystemCallFilter", running["SystemCallFilter"].empty() ||
                              running["SystemCallFilter"].starts_with('~'));
  std::istringstream families(running["RestrictAddressFamilies"]);
  bool is_open = running["RestrictAddressFamilies"].empty();
  for (std::string family; families >> family;) {
    const bool is_ip = family == "AF_INET" || family == "AF_INET6";
    is_open = is_open || (family != "AF_UNIX" && !(is_ip && needs_network));
  }
  add("RestrictAddressFamilies", is_open);
  const std::string& allowed = running["IPAddressAllow"];
  if (!allowed.empty() &&
      (!needs_network || (" " + allowed).find("/0") != std::string::npos)) {
    opened.push_back("IPAddressAllow=" + allowed.substr(0, kMaxShownBytes));
  }
  add("IPAddressDeny",
      running["IPAddressDeny"].find("0.0.0.0/0") == std::string::npos);
  return opened;
}

void CheckLocks(const Box& box, const Properties& shipped, Properties& running,
                Findings& found) {
  std::string loosened;
  const auto add = [&loosened](const std::string& what) {
    loosened += (loosened.empty() ? "" : ", ") + what;
  };
  for (const auto& [name, value] : shipped) {
    // An older systemd does not know some, and does not show them.
    if (!IsLock(value) || !running.contains(name) || running[name] == value ||
        (name == "PrivateNetwork" && NeedsNetwork(box))) {
      continue;
    }
    add(name + "=" + running[name]);
  }
  if (running["MemoryMax"] == "infinity") add("MemoryMax=infinity");
  // systemd shows no user for root.
  if (running["User"].empty() || running["User"] == "root") add("User=root");
  for (const auto& one : OpenedLists(shipped, running, NeedsNetwork(box))) {
    add(one);
  }
  if (loosened.empty()) {
    return found.Ok(
        kUnit,
        "it has the shipped switches, a user, a bound of memory, no "
        "capabilities, a filter of system calls, and no addresses "
        "beyond those that its listeners need");
  }
  const std::string& drop_ins = running["DropInPaths"];
  found.Warning(
      kUnit, "it is less locked than as shipped: " + loosened,
      "look at " +
          (drop_ins.empty() ? "/etc/systemd/system/" + std::string(kName)
                            : drop_ins) +
          ", and remove what need not be there");
}

}  // namespace

void CheckUnit(Box& box, Findings& found) {
  std::error_code ignored;
  if (!std::filesystem::exists(box.At("/run/systemd/system"), ignored)) {
    return found.Note(kUnit, "systemd does not run this machine",
                      "see that something starts the daemon again");
  }
  const Properties shipped = ShippedUnit(box);
  if (shipped.empty()) {
    return found.Note(kUnit, std::string(kName) + " is not installed",
                      "install the package, or \"cmake --install\"");
  }
  auto running = AskSystemd(shipped);
  if (!running) {
    return found.Note(kUnit,
                      "systemd does not say how it runs " + std::string(kName),
                      "run \"sudo answerbox doctor\"");
  }
  if ((*running)["ActiveState"] == "failed") {
    found.Fault(kUnit, std::string(kName) + " has failed",
                "see \"journalctl -u answerboxd\", mend it, and \"systemctl "
                "restart answerboxd\"");
  }
  const std::string& restarts = (*running)["NRestarts"];
  if (!restarts.empty() && restarts != "0") {
    found.Note(kUnit, "systemd had to start it again " + restarts + " times",
               "\"journalctl -u answerboxd\" tells why");
  }
  if (NeedsNetwork(box) && (*running)["PrivateNetwork"] == "yes") {
    found.Fault(kUnit,
                "the options name addresses for MQTT or HTTP, but the unit has "
                "no network: nobody reaches them",
                "run \"sudo answerbox setup\", or add the drop-in "
                "mqtt-local.conf or mqtt-network.conf");
  }
  CheckLocks(box, shipped, *running, found);
}

}  // namespace answerbox::client
