// Power sensors: which one is read, and why another one is not.
#include "client/doctor/box.h"
#include "client/rpc/json_fields.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr const char* kSensor = "sensor";

struct SeenSensor {
  std::string name;
  bool is_chosen = false;
  bool is_estimate = false;
  std::string reason;
};

void TellUnused(const SeenSensor& sensor, Findings& found) {
  const std::string what = sensor.name + " is not read: " + sensor.reason;
  if (sensor.reason.find("Permission denied") != std::string::npos) {
    return found.Warning(
        kSensor, what,
        "let the daemon's group read it: \"sudo udevadm trigger\" applies "
        "the package's rules, and docs/power.md tells about each sensor");
  }
  found.Note(kSensor, what,
             "if it measures this board, name it in the option energy_sensor");
}

void Tell(const std::vector<SeenSensor>& sensors, Findings& found) {
  const SeenSensor* chosen = nullptr;
  for (const SeenSensor& sensor : sensors) {
    if (sensor.is_chosen) chosen = &sensor;
  }
  const bool is_measured = chosen != nullptr && !chosen->is_estimate;
  if (is_measured) {
    return found.Ok(kSensor, chosen->name + " is read: " + chosen->reason);
  }
  found.Note(kSensor,
             chosen == nullptr
                 ? "no power is measured: there is no sensor"
                 : "power is estimated, as no sensor measures this board",
             "docs/power.md lists sensors that can be added");
  for (const SeenSensor& sensor : sensors) {
    if (!sensor.is_estimate) TellUnused(sensor, found);
  }
}

// As the daemon sees them, with its rights and in its cage.
void TellOfDaemon(const json::object& reply, Findings& found) {
  std::vector<SeenSensor> sensors;
  for (const json::value& one : ArrayAt(reply, "sensors")) {
    const json::object& sensor = AsObject(one);
    sensors.push_back({.name = TextAt(sensor, "name"),
                       .is_chosen = FlagAt(sensor, "chosen"),
                       .is_estimate = TextAt(sensor, "covers") == "estimate",
                       .reason = TextAt(sensor, "reason")});
    for (const json::value& warning : ArrayAt(sensor, "warnings")) {
      if (!warning.is_string()) continue;
      found.Note(
          kSensor,
          TextAt(sensor, "name") + ": " + std::string(warning.get_string()),
          "docs/power.md tells how to check a sensor");
    }
  }
  Tell(sensors, found);
  const std::string problem = TextAt(reply, "problem");
  if (!TextAt(reply, "chosen").empty() && !problem.empty()) {
    found.Warning(kSensor, TextAt(reply, "chosen") + ": " + problem,
                  "\"answerbox energy sensors\" shows its state");
  }
}

}  // namespace

// Only the daemon knows what its rights and its cage let it read.
void CheckSensors(Box& box, Findings& found) {
  if (!box.options.energy.reads_sensor) {
    return found.Note(kSensor, "energy_sensor is \"none\": no sensor is read",
                      "set it to \"auto\" if energy should be told");
  }
  if (!box.daemon) return;
  const auto reply = box.daemon->CallPatiently("energy.sensors", {});
  if (!reply) {
    return found.Warning(kSensor, reply.error().message, "run doctor again");
  }
  TellOfDaemon(AsObject(*reply), found);
}

}  // namespace answerbox::client
