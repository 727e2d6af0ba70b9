#include <chrono>
#include <thread>

#include "client/energy/energy.h"
#include "client/rpc/json_fields.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// Long enough for the longest window and a busy machine.
constexpr std::chrono::seconds kPatience{15};
constexpr std::chrono::milliseconds kPollInterval{100};

}  // namespace

// Polls, because the window of the question closes when the daemon next reads
// the sensor: for most sensors within a second.
Outcome<json::object> AwaitEnergy(Connection& connection,
                                  const json::object& energy) {
  const json::object params{{"question", NumberAt(energy, "question")}};
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    const auto record = connection.Call("energy.question", params);
    if (!record) return record.error();
    if (FlagAt(AsObject(*record), "complete") ||
        std::chrono::steady_clock::now() >= end) {
      return AsObject(*record);
    }
    std::this_thread::sleep_for(kPollInterval);
  }
}

std::string EnergyLine(const json::object& record) {
  const std::string sensor = TextAt(record, "sensor");
  const json::value* energy = record.if_contains("uj");
  if (energy == nullptr || !energy->is_number()) {
    return sensor.empty() ? "energy unresolved: no power sensor is read"
                          : "energy unresolved: see answerbox energy status";
  }
  const std::string basis = TextAt(record, "basis");
  return HumanEnergy(RealAt(record, "uj")) + " +- " +
         HumanEnergy(RealAt(record, "uncertainty_uj")) + ", " +
         Escaped(TextAt(record, "state")) +
         (basis.empty() ? "" : " (" + Escaped(basis) + ")") + ", by " +
         Escaped(sensor);
}

}  // namespace answerbox::client
