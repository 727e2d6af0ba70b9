#include <array>
#include <chrono>
#include <ctime>
#include <optional>
#include <string>

#include "daemon/error.h"
#include "daemon/methods/collection_params.h"
#include "daemon/methods/method_families.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

double Microseconds(std::chrono::nanoseconds duration) {
  return static_cast<double>(duration.count()) / 1000.0;
}

void WriteQuestions(JsonWriter& json, const DaemonStatus& status) {
  const QuestionCounts& counts = status.questions;
  const std::uint64_t asked = counts.answered + counts.refused;
  const double mean = asked == 0 ? 0.0
                                 : Microseconds(counts.total_latency) /
                                       static_cast<double>(asked);
  json.Key("questions").BeginObject();
  json.Key("asked").Integer(asked);
  json.Key("answered").Integer(counts.answered);
  json.Key("refused").Integer(counts.refused);
  json.Key("in_flight").Integer(status.questions_in_flight);
  json.Key("latency_us").BeginObject();
  json.Key("mean").Real(mean);
  json.Key("max").Real(Microseconds(counts.max_latency));
  json.EndObject().EndObject();
}

void WriteLimits(JsonWriter& json, const RequestBounds& limits) {
  json.Key("limits").BeginObject();
  json.Key("max_line_bytes").Integer(limits.line_bytes);
  json.Key("max_in_flight").Integer(limits.in_flight);
  json.Key("max_uploads").Integer(limits.uploads).EndObject();
}

void WriteEnergy(JsonWriter& json, const std::vector<std::string>& damaged) {
  json.Key("energy").BeginObject().Key("damaged").BeginArray();
  for (const std::string& damage : damaged) json.String(damage);
  json.EndArray().EndObject();
}

void WriteAudit(JsonWriter& json, const AuditActivity& activity) {
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

// The time as RFC 3339, in UTC.
std::string TimeText(std::chrono::sys_seconds time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const std::size_t length =
      std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

void WriteMqtt(JsonWriter& json, const std::optional<DamagedFile>& damaged) {
  json.Key("mqtt").BeginObject().Key("damaged");
  if (!damaged) {
    json.Null().EndObject();
    return;
  }
  json.BeginObject().Key("message").String(damaged->message);
  json.Key("kept").String(damaged->kept);
  json.Key("found").String(TimeText(damaged->found));
  if (damaged->offset) json.Key("offset").Integer(*damaged->offset);
  json.EndObject().EndObject();
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

void WriteJobs(JsonWriter& json, const std::vector<JobStatus>& jobs) {
  const auto now = std::chrono::steady_clock::now();
  json.Key("jobs").BeginArray();
  for (const JobStatus& job : jobs) {
    const std::chrono::duration<double> age = now - job.began;
    json.BeginObject().Key("kind").String(ToString(job.kind));
    json.Key("collection").String(job.collection);
    json.Key("done").Integer(job.done);
    json.Key("total").Integer(job.total);
    json.Key("seconds").Real(age.count()).EndObject();
  }
  json.EndArray();
}

void WriteExams(JsonWriter& json, const std::vector<CheckReport>& exams) {
  json.Key("exams").BeginArray();
  for (const CheckReport& exam : exams) {
    json.BeginObject().Key("collection").String(exam.collection);
    json.Key("warning").Bool(exam.is_drop() || !exam.problem.empty());
    json.Key("message").String(exam.Describe());
    json.Key("questions").Integer(exam.questions);
    json.Key("answered").Integer(exam.answered);
    json.Key("before").Integer(exam.before);
    json.Key("needed").Integer(exam.needed);
    json.Key("must").Integer(exam.must);
    json.Key("must_answered").Integer(exam.must_answered);
    json.Key("cover").Real(exam.cover);
    json.Key("lost_count").Integer(exam.lost);
    json.Key("lost_must").Integer(exam.lost_must);
    json.Key("lost").BeginArray();
    for (const std::string& id : exam.lost_ids) json.String(id);
    json.EndArray();
    json.Key("snapshot").Integer(exam.snapshot);
    json.Key("checked");
    exam.questions > 0 ? json.String(TimeText(exam.checked)) : json.Null();
    json.EndObject();
  }
  json.EndArray();
}

std::string WriteStatus(const DaemonStatus& status) {
  JsonWriter json;
  json.BeginObject().Key("version").String(status.version);
  json.Key("uptime_s").Real(status.uptime.count());
  json.Key("collections").Integer(status.collections);
  json.Key("documents").Integer(status.documents);
  json.Key("state_dir").String(status.state_dir);
  json.Key("pid").Integer(status.process);
  json.Key("connections").Integer(status.connections);
  WriteLimits(json, status.limits);
  WriteQuestions(json, status);
  WriteEnergy(json, status.damaged_energy_files);
  WriteMqtt(json, status.damaged_mqtt_sessions);
  json.Key("model").String(status.model);
  if (status.audit) WriteAudit(json, *status.audit);
  json.Key("ingest").BeginObject();
  json.Key("queued").Integer(status.store.queued_changes);
  json.Key("bytes_added").Integer(status.store.bytes_added);
  json.Key("merging").Bool(status.store.merging).EndObject();
  WriteJobs(json, status.jobs);
  WriteErasing(json, status.store.erasing);
  WriteExams(json, status.exams);
  json.Key("memory").BeginObject();
  json.Key("arena_bytes").Integer(status.arena_bytes);
  json.Key("arena_high_water_bytes").Integer(status.arena_high_water_bytes);
  json.Key("gathering_arena_bytes").Integer(status.gathering_arena_bytes);
  json.Key("gathering_high_water_bytes")
      .Integer(status.gathering_high_water_bytes);
  return json.EndObject().EndObject().Take();
}

// What a caller without the right to manage is told.
std::string WritePublicStatus(const StatusServices& services,
                              const Access& access) {
  std::size_t collections = 0;
  std::uint64_t documents = 0;
  for (const CollectionSummary& collection : services.store.Collections()) {
    if (!MaySee(access, collection.name)) continue;
    ++collections;
    documents += collection.documents;
  }
  JsonWriter json;
  json.BeginObject().Key("version").String(ANSWERBOX_VERSION);
  json.Key("collections").Integer(collections);
  json.Key("documents").Integer(documents);
  WriteLimits(json, services.limits);
  return json.EndObject().Take();
}

}  // namespace

void AddStatusMethod(const StatusServices& services,
                     const AccessControl& access, const Identity& caller,
                     MethodTable& table) {
  table.methods.push_back(
      {"status", Lane::kInline, std::nullopt,
       [services, &access, caller](const boost::json::object& params,
                                   const Reply& reply) {
         const Result<void> decoded = DecodeNothing(params);
         if (!decoded) return reply.Send(decoded.error());
         const Access allowed = access.Of(caller);
         reply.Send(allowed.HasInEvery(Right::kManage)
                        ? WriteStatus(CollectStatus(services))
                        : WritePublicStatus(services, allowed));
       }});
}

}  // namespace answerbox::daemon
