#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "daemon/error.h"
#include "daemon/methods/records/answer_record.h"
#include "protocol/audit/record_line.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

constexpr std::array kStates = {
    EnergyState::kMeasured, EnergyState::kAttributed, EnergyState::kEstimated,
    EnergyState::kUnresolved};
constexpr std::size_t kUsualBytes = 256;
constexpr std::size_t kUsualBytesOfRun = 40;

void WriteRun(JsonWriter& json, const EnergyRecord& record,
              const RunOfQuestion& run_of) {
  json.BeginArray().String(run_of(record.question));
  if (record.energy_uj) {
    json.Integer(*record.energy_uj).Integer(record.uncertainty_uj);
  }
  json.EndArray();
}

std::string BodyOf(std::string_view sensor, const EnergyWindow& window,
                   std::span<const EnergyRecord* const> records,
                   const RunOfQuestion& run_of) {
  const RecordTime time = Now();
  JsonWriter json(kUsualBytes + kUsualBytesOfRun * records.size());
  json.BeginObject().Key("kind").String("energy");
  json.Key("time").String(WallText(time));
  json.Key("mono_ns").Integer(time.monotonic_ns);
  json.Key("sensor").String(sensor);
  json.Key("state").String(ToString(records.front()->state));
  json.Key("window_us").BeginArray();
  json.Integer(window.begin.count()).Integer(window.end.count()).EndArray();
  json.Key("runs").BeginArray();
  for (const EnergyRecord* record : records) WriteRun(json, *record, run_of);
  // The log writes the beginning of each line, so the opening bracket goes.
  return json.EndArray().EndObject().Take().erase(0, 1);
}

}  // namespace

// Many questions share a record: a record for each would cost more bytes than
// the answers do, as every line repeats a hash.
void EachEnergyBody(std::string_view sensor, const ClosedWindow& closed,
                    const RunOfQuestion& run_of, const TakeBody& take) {
  // A record has one state for all of its questions, so they are grouped by it.
  for (const EnergyState state : kStates) {
    std::vector<const EnergyRecord*> records;
    for (const EnergyRecord& record : closed.completed) {
      if (record.state == state) records.push_back(&record);
    }
    for (std::span<const EnergyRecord*> rest = records; !rest.empty();) {
      const auto part = rest.first(std::min(rest.size(), kMaxRunsPerRecord));
      take(BodyOf(sensor, closed.window, part, run_of));
      rest = rest.subspan(part.size());
    }
  }
}

}  // namespace answerbox::daemon
