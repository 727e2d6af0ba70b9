#include "daemon/protocol/mqtt/tcp/home_assistant.h"

#include <array>
#include <cstddef>
#include <fstream>
#include <span>

#include "platform/service/account_files.h"
#include "protocol/audit/digest.h"
#include "protocol/json/json_writer.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

struct Entity {
  std::string_view id;    // Also the value's member in the state.
  std::string_view name;  // Beside that of the device.
  std::string_view unit;
  std::string_view device_class;
  std::string_view state_class;
  bool is_problem = false;  // A binary sensor: "ON" is a problem.
};

constexpr std::array<Entity, 6> kEntities = {
    {{"energy_wh", "Energy", "Wh", "energy", "total_increasing"},
     {"power_w", "Power", "W", "power", "measurement"},
     {"questions", "Questions", "", "", "total_increasing"},
     {"refused", "Refusals", "", "", "total_increasing"},
     {"documents", "Documents", "", "", "measurement"},
     {"log_problem", "Audit log", "", "problem", "", true}}};

void AddUnlessEmpty(JsonWriter& json, std::string_view key,
                    std::string_view value) {
  if (!value.empty()) json.Key(key).String(value);
}

void WriteEntity(JsonWriter& json, const Entity& entity, const Box& box) {
  json.Key(entity.id).BeginObject();
  json.Key("platform").String(entity.is_problem ? "binary_sensor" : "sensor");
  json.Key("unique_id").String(box.id + '_' + std::string(entity.id));
  json.Key("name").String(entity.name);
  AddUnlessEmpty(json, "device_class", entity.device_class);
  AddUnlessEmpty(json, "state_class", entity.state_class);
  AddUnlessEmpty(json, "unit_of_measurement", entity.unit);
  json.Key("value_template")
      .String("{{ value_json." + std::string(entity.id) + " }}");
  json.EndObject();
}

void WriteReal(JsonWriter& json, std::string_view key,
               const std::optional<std::int64_t>& value, double divisor) {
  json.Key(key);
  value ? json.Real(static_cast<double>(*value) / divisor) : json.Null();
}

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

std::string DiscoveryTopic(const Box& box) {
  return box.prefix + "/device/" + box.id + "/config";
}

std::string DiscoveryMessage(const Box& box) {
  JsonWriter json;
  json.BeginObject().Key("device").BeginObject();
  json.Key("identifiers").BeginArray().String(box.id).EndArray();
  json.Key("name").String(box.name);
  json.Key("manufacturer").String("Answerbox");
  json.Key("model").String("answerboxd");
  json.Key("sw_version").String(ANSWERBOX_VERSION).EndObject();
  json.Key("origin").BeginObject().Key("name").String("answerboxd");
  json.Key("sw_version").String(ANSWERBOX_VERSION).EndObject();
  json.Key("availability_topic").String("answerbox/status");
  json.Key("state_topic").String(kBoxStateTopic);
  json.Key("components").BeginObject();
  for (const Entity& entity : kEntities) WriteEntity(json, entity, box);
  return json.EndObject().EndObject().Take();
}

std::string StateMessage(const BoxState& state) {
  // 3,600 joules are a watt-hour.
  constexpr double kUjOfWattHour = 3.6e9;
  JsonWriter json;
  json.BeginObject();
  WriteReal(json, "energy_wh", state.energy_uj, kUjOfWattHour);
  WriteReal(json, "power_w", state.power_uw, 1e6);
  json.Key("questions").Integer(state.questions);
  json.Key("refused").Integer(state.refused);
  json.Key("documents").Integer(state.documents);
  json.Key("log_problem").String(state.has_log_problem ? "ON" : "OFF");
  return json.EndObject().Take();
}

// What this machine is to Home Assistant.

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
