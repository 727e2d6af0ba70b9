#include "daemon/methods/status_method.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <ctime>
#include <optional>
#include <string>

#include "daemon/json/json_writer.h"
#include "daemon/methods/collection_params.h"
#include "engine/ask/model_identity.h"

namespace answerbox::daemon {
namespace {

double Microseconds(std::chrono::nanoseconds duration) {
  return static_cast<double>(duration.count()) / 1000.0;
}

void WriteQuestions(JsonWriter& json, const StatusServices& services) {
  const QuestionCounts counts = services.questions.counts();
  const std::uint64_t asked = counts.answered + counts.refused;
  const double mean = asked == 0 ? 0.0
                                 : Microseconds(counts.total_latency) /
                                       static_cast<double>(asked);
  json.Key("questions").BeginObject();
  json.Key("asked").Integer(asked);
  json.Key("answered").Integer(counts.answered);
  json.Key("refused").Integer(counts.refused);
  json.Key("in_flight").Integer(services.activity.questions_in_flight.load());
  json.Key("latency_us").BeginObject();
  json.Key("mean").Real(mean);
  json.Key("max").Real(Microseconds(counts.max_latency));
  json.EndObject().EndObject();
}

void WriteLimits(JsonWriter& json, const ClientLimits& limits) {
  json.Key("limits").BeginObject();
  json.Key("max_line_bytes").Integer(limits.max_line_bytes);
  json.Key("max_in_flight").Integer(limits.max_in_flight);
  json.Key("max_uploads").Integer(limits.max_uploads).EndObject();
}

void WriteEnergy(JsonWriter& json, const EnergyMonitor& energy) {
  json.Key("energy").BeginObject().Key("damaged").BeginArray();
  for (const std::string& damage : energy.damaged()) json.String(damage);
  json.EndArray().EndObject();
}

void WriteAudit(JsonWriter& json, const AuditLog& log) {
  const AuditActivity activity = log.activity();
  json.Key("audit").BeginObject().Key("records").Integer(activity.records);
  json.Key("unrecorded").Integer(activity.unrecorded);
  json.Key("checked").Bool(activity.is_checked);
  if (!activity.failure.empty()) json.Key("failure").String(activity.failure);
  json.Key("set_aside").BeginArray();
  for (const SetAsideLog& one : activity.evidence) {
    json.BeginObject().Key("folder").String(one.folder);
    json.Key("found").String(one.found).EndObject();
  }
  json.EndArray().EndObject();
}

// RFC 3339, UTC.
std::string TimeText(std::chrono::sys_seconds time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const std::size_t length =
      std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

void WriteErasing(JsonWriter& json, const PendingErasure& erasing) {
  json.Key("erasing").BeginObject();
  json.Key("documents").Integer(erasing.documents);
  json.Key("bytes").Integer(erasing.text_bytes);
  json.Key("due");
  erasing.due ? json.String(TimeText(*erasing.due)) : json.Null();
  json.Key("problem");
  erasing.problem.empty() ? json.Null() : json.String(erasing.problem);
  json.EndObject();
}

std::string WriteStatus(const StatusServices& services) {
  const auto collections = services.store.Collections();
  std::uint64_t documents = 0;
  std::size_t old_segments = 0;
  for (const CollectionSummary& collection : collections) {
    documents += collection.documents;
    old_segments += collection.old_segments;
  }
  const std::chrono::duration<double> uptime =
      std::chrono::steady_clock::now() - services.started;
  const StoreActivity activity = services.store.activity();
  JsonWriter json;
  json.BeginObject().Key("version").String(ANSWERBOX_VERSION);
  json.Key("uptime_s").Real(uptime.count());
  json.Key("collections").Integer(collections.size());
  json.Key("documents").Integer(documents);
  json.Key("state_dir").String(services.store.options().state_dir.native());
  json.Key("pid").Integer(::getpid());
  json.Key("connections").Integer(services.activity.connections.load());
  WriteLimits(json, services.limits);
  WriteQuestions(json, services);
  WriteEnergy(json, services.energy);
  json.Key("model").String(engine::ModelId());
  if (services.log != nullptr) WriteAudit(json, *services.log);
  json.Key("ingest").BeginObject();
  json.Key("queued").Integer(activity.queued_changes);
  json.Key("bytes_added").Integer(activity.bytes_added);
  json.Key("merging").Bool(activity.merging);
  json.Key("old_segments").Integer(old_segments).EndObject();
  WriteErasing(json, activity.erasing);
  json.Key("memory").BeginObject();
  json.Key("arena_bytes").Integer(services.workspaces.arena_bytes());
  json.Key("arena_high_water_bytes")
      .Integer(services.workspaces.high_water_bytes());
  return json.EndObject().EndObject().Take();
}

}  // namespace

void AddStatusMethod(const StatusServices& services, MethodTable& table) {
  table.methods.push_back(
      {"status", Lane::kInline, std::nullopt,
       [services](const boost::json::object& params, const Reply& reply) {
         const Result<void> decoded = DecodeNothing(params);
         if (!decoded) return reply.Send(decoded.error());
         reply.Send(WriteStatus(services));
       }});
}

}  // namespace answerbox::daemon
