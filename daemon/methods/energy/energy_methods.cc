#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "daemon/methods/exam/exam_params.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/model/generator.h"
#include "daemon/methods/model/model_grader.h"
#include "protocol/calls/energy.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

using platform::Coverage;
using platform::ReadingKind;

std::string_view NameOf(Coverage coverage) {
  switch (coverage) {
    case Coverage::kBoardInput:
      return "board";
    case Coverage::kPackage:
      return "package";
    case Coverage::kRail:
      return "rail";
    case Coverage::kEstimate:
      return "estimate";
  }
  return "";
}

void WriteTextOrNull(JsonWriter& json, std::string_view key,
                     std::string_view text) {
  json.Key(key);
  text.empty() ? json.Null() : json.String(text);
}

void WriteNumberOrNull(JsonWriter& json, std::string_view key,
                       const std::optional<std::int64_t>& number) {
  json.Key(key);
  number ? json.Integer(*number) : json.Null();
}

void WriteFinding(JsonWriter& json, const platform::SensorFinding& finding) {
  const platform::SourceDescription& source = finding.description;
  json.BeginObject().Key("name").String(source.name);
  json.Key("driver").String(source.driver);
  json.Key("measures").String(source.measures);
  json.Key("covers").String(NameOf(source.coverage));
  json.Key("kind").String(source.kind == ReadingKind::kPower ? "power"
                                                             : "counter");
  json.Key("update_interval_us").Integer(source.update_interval.count());
  // The resolution of a power reading is a power, that of a counter an energy.
  // Each has a name of its own, with its unit.
  json.Key(source.kind == ReadingKind::kPower ? "resolution_uw"
                                              : "resolution_uj")
      .Integer(source.resolution);
  json.Key("uncertainty_ppm").Integer(source.uncertainty_ppm);
  json.Key("correction");
  if (source.correction.ChangesNothing()) {
    json.Null();
  } else {
    json.BeginObject();
    json.Key("gain_ppm").Integer(source.correction.gain_ppm);
    json.Key("offset_uw").Integer(source.correction.offset_uw);
    json.Key("reason").String(source.correction.reason).EndObject();
  }
  json.Key("chosen").Bool(finding.is_chosen);
  json.Key("reason").String(finding.reason);
  json.Key("warnings").BeginArray();
  for (const std::string& warning : finding.warnings) json.String(warning);
  json.EndArray().EndObject();
}

void WriteHealth(JsonWriter& json, const platform::SensorHealth& health) {
  json.Key("state").String(platform::ToString(health.state));
  WriteTextOrNull(json, "problem", health.problem);
}

std::string WriteSensors(const SensorList& sensors) {
  JsonWriter json;
  json.BeginObject().Key("sensors").BeginArray();
  std::string_view chosen;
  for (const platform::SensorFinding& finding : sensors.findings) {
    WriteFinding(json, finding);
    if (finding.is_chosen) chosen = finding.description.name;
  }
  json.EndArray();
  WriteTextOrNull(json, "chosen", chosen);
  if (chosen.empty()) {
    json.Key("state").Null();
    WriteTextOrNull(json, "problem", sensors.problem);
  } else {
    WriteHealth(json, sensors.health);
  }
  return json.EndObject().Take();
}

void WriteTotals(JsonWriter& json, const EnergyTotals& totals) {
  json.Key("measured_uj").Integer(totals.measured_uj);
  json.Key("idle_uj").Integer(totals.idle_uj);
  json.Key("questions_uj").Integer(totals.attributed_uj);
  json.Key("other_uj").Integer(totals.remainder_uj);
  json.Key("unsplit_uj").Integer(totals.unsplit_uj);
  json.Key("known_us").Integer(totals.known.count());
  json.Key("unknown_us").Integer(totals.unknown.count());
}

void WriteUsage(JsonWriter& json, const Usage& usage) {
  json.Key("questions").Integer(usage.questions());
  json.Key("measured").Integer(usage.measured);
  json.Key("attributed").Integer(usage.attributed);
  json.Key("estimated").Integer(usage.estimated);
  json.Key("unresolved").Integer(usage.unresolved);
  json.Key("queries").Integer(usage.queries);
  json.Key("uj").Integer(usage.energy_uj);
  json.Key("uncertainty_uj").Integer(usage.uncertainty_uj);
  json.Key("cpu_us").Integer(
      std::chrono::round<std::chrono::microseconds>(usage.cpu_time).count());
}

void WriteReport(JsonWriter& json, const UsageReport& report) {
  json.Key("begin").Integer(report.begin);
  json.Key("machine").BeginObject();
  WriteTotals(json, report.machine);
  json.EndObject().Key("questions").BeginObject();
  WriteUsage(json, AllAccounts(report));
  json.EndObject();
}

// Writes what the language model cost, and what it would have cost to ask it
// every question. Queries that choose no answer would have asked no model.
// Generated answers count as questions of their own. Questions of exams, and
// what a model generates for exams, are left out: nobody waits for an answer to
// them.
void WriteModel(JsonWriter& json, const UsageReport& report) {
  Usage generated;
  std::uint64_t asked = 0;
  for (const AccountUsage& account : report.accounts) {
    const std::string_view caller = account.account.caller;
    if (caller == kModelAccount) {
      generated += account.usage;
    } else if (caller != kGraderAccount && caller != kExamAccount) {
      asked += account.usage.questions() - account.usage.queries;
    }
  }
  json.Key("model");
  if (generated.questions() == 0) {
    json.Null();
    return;
  }
  // A report may begin between a question and its generation, and so have more
  // generated answers than questions.
  const std::uint64_t spared = asked - std::min(asked, generated.questions());
  const std::uint64_t known = generated.questions() - generated.unresolved;
  json.BeginObject().Key("asked_for").Integer(generated.questions());
  json.Key("questions").Integer(asked);
  json.Key("uj_each");
  // Without a measured generation nobody knows what one costs.
  if (known == 0) {
    json.Null().Key("saved_uj").Null().EndObject();
    return;
  }
  // A spared question is reckoned to have cost as much as a mean generation.
  const double each =
      static_cast<double>(generated.energy_uj) / static_cast<double>(known);
  json.Integer(std::llround(each));
  json.Key("saved_uj")
      .Integer(std::llround(each * static_cast<double>(spared)))
      .EndObject();
}

void WriteAccounts(JsonWriter& json, const UsageReport& report) {
  json.Key("accounts").BeginArray();
  for (const auto& [account, usage] : report.accounts) {
    json.BeginObject();
    WriteTextOrNull(json, "collection", account.collection);
    const auto uid = Identity::UidIn(account.caller);
    json.Key("user");
    uid ? json.Integer(*uid) : json.Null();
    WriteTextOrNull(json, "caller", account.caller);
    WriteUsage(json, usage);
    json.EndObject();
  }
  json.EndArray();
}

void WritePeriods(JsonWriter& json, const std::vector<UsagePeriod>& periods) {
  json.Key("periods").BeginArray();
  for (const UsagePeriod& period : periods) {
    json.BeginObject().Key("begin").Integer(period.report.begin);
    json.Key("seconds").Integer(period.seconds);
    json.Key("machine").BeginObject();
    WriteTotals(json, period.report.machine);
    json.EndObject();
    WriteAccounts(json, period.report);
    json.EndObject();
  }
  json.EndArray();
}

void WriteIdle(JsonWriter& json, const EnergyStatus& status) {
  json.Key("idle");
  if (!status.idle) {
    json.Null();
    return;
  }
  json.BeginObject().Key("power_uw").Integer(status.idle->power_uw);
  json.Key("uncertainty_uw").Integer(status.idle->uncertainty_uw);
  json.Key("drift_uw").Integer(status.idle_drift_uw);
  json.Key("calibrated").Bool(status.calibrated_at != 0).EndObject();
}

// Writes the sensor, and the power of the last interval and of earlier windows.
void WritePower(JsonWriter& json, const EnergyStatus& status) {
  WriteTextOrNull(json, "sensor", status.sensor);
  json.Key("covers");
  if (status.sensor.empty()) {
    json.Null().Key("state").Null();
    WriteTextOrNull(json, "problem", status.problem);
  } else {
    json.String(NameOf(status.coverage));
    WriteHealth(json, status.health);
  }
  json.Key("interval_us").Integer(status.interval.count());
  json.Key("window_us").Integer(status.window.count());
  WriteNumberOrNull(json, "power_uw", status.power_uw);
  json.Key("history_uw").BeginArray();
  for (const std::optional<std::int64_t>& power_uw : status.history_uw) {
    power_uw ? json.Integer(*power_uw) : json.Null();
  }
  json.EndArray();
}

std::string WriteStatus(const EnergyStatus& status, const UsageReport& today,
                        const std::vector<std::string>& damaged) {
  JsonWriter json;
  json.BeginObject();
  WritePower(json, status);
  WriteIdle(json, status);
  json.Key("since_start").BeginObject();
  WriteTotals(json, status.totals);
  json.EndObject().Key("today").BeginObject();
  WriteReport(json, today);
  json.EndObject();
  json.Key("lost_questions").Integer(status.lost_questions);
  json.Key("unrecorded_questions").Integer(status.unrecorded_questions);
  json.Key("damaged").BeginArray();
  for (const std::string& damage : damaged) json.String(damage);
  json.EndArray();
  json.Key("sampler").BeginObject();
  json.Key("cpu_ns").Integer(status.sampler_cpu_time.count());
  json.Key("time_us").Integer(status.sampler_time.count());
  return json.EndObject().EndObject().Take();
}

std::string WriteQuestion(const EnergyRecord& record, std::string_view sensor) {
  JsonWriter json;
  json.BeginObject().Key("question").Integer(record.question);
  json.Key("complete").Bool(record.is_complete);
  json.Key("state").String(ToString(record.state));
  WriteNumberOrNull(json, "uj", record.energy_uj);
  json.Key("uncertainty_uj");
  // The uncertainty of an unknown energy would mean nothing.
  record.energy_uj ? json.Integer(record.uncertainty_uj) : json.Null();
  WriteTextOrNull(json, "sensor", sensor);
  json.Key("cpu_ns").Integer(record.cpu_time.count());
  json.Key("window_us")
      .Integer((record.window_end - record.window_begin).count());
  return json.EndObject().Take();
}

// What a question cost tells how long it was looked for. So it is told to who
// asked it, and to who may read the reports.
bool MaySee(const Connection& connection, const EnergyRecord& record) {
  const AskerTag asker = AskerOf(connection.caller);
  // Until it is complete, nobody knows who asked it, and it tells nothing.
  return !record.is_complete ||
         (asker != AskerTag::kNobody && record.asker == asker) ||
         connection.access().HasInEvery(Right::kManage);
}

Result<std::string> TellOfQuestion(const Connection& connection,
                                   const boost::json::object& object) {
  EnergyMonitor& energy = connection.services.energy;
  Params params(object, calls::kEnergyQuestion);
  const std::uint64_t question = params.Integer(calls::energy::kNumber);
  if (params.error()) return *params.error();
  const auto record = energy.Find(question);
  if (!record || !MaySee(connection, *record)) {
    return Error{ErrorKind::kNotFound,
                 "There is no record of a question " +
                     std::to_string(question) + " of yours: the last " +
                     std::to_string(RecentQuestions::kKept) +
                     " of all callers are kept."};
  }
  return WriteQuestion(*record, energy.sensor());
}

Result<std::string> TellOfUse(const Connection& connection,
                              const boost::json::object& object) {
  Params params(object, calls::kEnergyReport);
  const auto since = params.Integer<std::int64_t>(calls::energy::kSince);
  const bool wants_periods = params.Flag(calls::energy::kPeriods);
  if (params.error()) return *params.error();
  const std::vector<UsagePeriod> periods =
      connection.services.energy.Periods(since);
  // The sum is computed here, so that the periods in the reply add up to it.
  const UsageReport sum = SumOf(periods);
  JsonWriter json;
  json.BeginObject();
  WriteReport(json, sum);
  WriteModel(json, sum);
  WriteAccounts(json, sum);
  if (wants_periods) WritePeriods(json, periods);
  return json.EndObject().Take();
}

void RunSensors(const Connection& connection, const boost::json::object& params,
                const Reply& reply) {
  const Params none(params, calls::kEnergySensors);
  if (none.error()) return reply.Send(*none.error());
  EnergyMonitor& energy = connection.services.energy;
  energy.WhenSearched(
      [&energy, reply] { reply.Send(WriteSensors(energy.Sensors())); });
}

void RunEnergyStatus(const Connection& connection,
                     const boost::json::object& params, const Reply& reply) {
  const Params none(params, calls::kEnergyStatus);
  if (none.error()) return reply.Send(*none.error());
  EnergyMonitor& energy = connection.services.energy;
  energy.WhenSearched([&energy, reply] {
    reply.Send(WriteStatus(energy.Status(), energy.Today(), energy.damaged()));
  });
}

template <Result<std::string> (*tell)(const Connection&,
                                      const boost::json::object&)>
void Tell(const Connection& connection, const boost::json::object& params,
          const Reply& reply) {
  reply.Send(tell(connection, params));
}

}  // namespace

// The first search for sensors may take long on slow buses. Requests that need
// its result are answered when it is over.
void AddEnergyMethods(const Connection& connection, MethodTable& table) {
  const auto add = [&](const calls::Call& call, RunMethod run) {
    AddMethod(table, call, connection, run);
  };
  add(calls::kEnergySensors, RunSensors);
  add(calls::kEnergyStatus, RunEnergyStatus);
  add(calls::kEnergyQuestion, Tell<TellOfQuestion>);
  add(calls::kEnergyReport, Tell<TellOfUse>);
  add(calls::kEnergyCalibrate, RunCalibrate);
}

}  // namespace answerbox::daemon
