#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "daemon/collections/files/errors.h"
#include "daemon/methods/documents/collection_params.h"
#include "daemon/methods/method_families.h"
#include "engine/ask/ask.h"
#include "engine/gathering/gathering.h"
#include "platform/power/attribute.h"
#include "protocol/calls/users.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"
#include "protocol/reply/doctor_report.h"
#include "protocol/reply/json_fields.h"

namespace answerbox::daemon {
namespace {

double Microseconds(std::chrono::nanoseconds duration) {
  return static_cast<double>(duration.count()) / 1000.0;
}

void WriteQuestions(JsonWriter& json, const Services& services) {
  const QuestionCounts counts = services.questions.counts();
  const std::uint64_t asked = counts.answered + counts.refused;
  // No questions have no mean. 0 keeps the member a number.
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

void WriteLimits(JsonWriter& json, const Services& services) {
  const RequestBounds& limits = services.limits;
  const StoreOptions& store = services.store.options();
  json.Key("limits").BeginObject();
  json.Key("max_line_bytes").Integer(limits.line_bytes);
  json.Key("max_in_flight").Integer(limits.in_flight);
  json.Key("max_uploads").Integer(limits.uploads);
  json.Key("max_page_pictures").Integer(store.max_page_pictures);
  json.Key("max_document_page_bytes")
      .Integer(store.max_document_page_bytes)
      .EndObject();
}

void WriteOutOfService(JsonWriter& json, const Services& services) {
  json.Key("out_of_service").BeginArray();
  for (const Outage& outage : OutagesOf(services)) {
    json.BeginObject().Key("what").String(outage.what).Key("name");
    outage.name.empty() ? json.Null() : json.String(outage.name);
    json.Key("message").String(outage.message).EndObject();
  }
  json.EndArray();
}

void WriteDamaged(JsonWriter& json, const std::vector<std::string>& damaged) {
  json.Key("damaged").BeginArray();
  for (const std::string& damage : damaged) json.String(damage);
  json.EndArray();
}

void WriteEnergy(JsonWriter& json, const std::vector<std::string>& damaged) {
  json.Key("energy").BeginObject();
  WriteDamaged(json, damaged);
  json.EndObject();
}

void WriteAudit(JsonWriter& json, const AuditActivity& activity) {
  json.Key("audit").BeginObject().Key("records").Integer(activity.records);
  json.Key("unrecorded").Integer(activity.unrecorded);
  json.Key("checked").Bool(activity.is_checked);
  // The member is missing while records find room, so that a monitor can watch
  // for its name.
  if (!activity.failure.empty()) json.Key("failure").String(activity.failure);
  if (!activity.problem.empty()) json.Key("problem").String(activity.problem);
  json.Key("set_aside").BeginArray();
  for (const SetAsideLog& one : activity.evidence) {
    json.BeginObject().Key("folder").String(one.folder);
    json.Key("found").String(one.found).EndObject();
  }
  json.EndArray().EndObject();
}

// Returns the time as RFC 3339, in UTC.
std::string TimeText(std::chrono::sys_seconds time) {
  // The system's clock would count nanoseconds, and wrap in the year 2262.
  const auto seconds =
      static_cast<std::time_t>(time.time_since_epoch().count());
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const std::size_t length =
      std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

void WriteMqtt(JsonWriter& json, const Services& services) {
  json.Key("mqtt").BeginObject().Key("certificates").BeginArray();
  if (services.certificate_troubles) {
    for (const std::string& trouble : services.certificate_troubles()) {
      json.String(trouble);
    }
  }
  json.EndArray().Key("damaged");
  const std::optional<DamagedFile>& damaged = services.damaged_mqtt_sessions;
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

// Who gave way to others, and how often.
void WriteShares(JsonWriter& json, const ShareLog& shares) {
  json.Key("shares").BeginObject();
  for (const Shared shared : kAllShared) {
    const ShareLog::GaveWay gave_way = shares.Read(shared);
    json.Key(NameOf(shared)).BeginObject();
    json.Key("gave_way").Integer(gave_way.count).Key("holder");
    gave_way.count > 0 ? json.String(gave_way.holder) : json.Null();
    json.EndObject();
  }
  json.EndObject();
}

void WriteErasing(JsonWriter& json, const PendingErasure& erasing,
                  const Services& services) {
  json.Key("erasing").BeginObject();
  json.Key("documents").Integer(erasing.documents);
  json.Key("bytes").Integer(erasing.text_bytes);
  json.Key("due");
  erasing.due ? json.String(TimeText(*erasing.due)) : json.Null();
  json.Key("problem");
  const auto clean =
      services.is_erasing_stuck ? services.nothing_stays() : Result<void>();
  const std::string& problem = !clean && erasing.problem.empty()
                                   ? clean.error().message
                                   : erasing.problem;
  problem.empty() ? json.Null() : json.String(problem);
  json.EndObject();
}

void WriteJobs(JsonWriter& json, const std::vector<JobStatus>& jobs) {
  const auto now = std::chrono::steady_clock::now();
  json.Key("jobs").BeginArray();
  for (const JobStatus& job : jobs) {
    // The steady clock measures the age: the wall clock may have been set.
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
    // A collection whose exam could not be made yet has no time.
    exam.questions > 0 ? json.String(TimeText(exam.checked)) : json.Null();
    json.EndObject();
  }
  json.EndArray();
}

// The box's own clock tells the report's age: the reader may have another one.
void WriteDoctor(JsonWriter& json) {
  const auto text = platform::ReadAttribute(protocol::ReportPath(),
                                            protocol::kMaxReportBytes);
  if (!text) return;
  auto report = protocol::ParseReport(*text);
  if (!report) return;
  const auto now = static_cast<std::uint64_t>(std::time(nullptr));
  const std::uint64_t time = protocol::NumberAt(*report, "time");
  (*report)["age_s"] = now - std::min(time, now);
  json.Key("doctor").Raw(boost::json::serialize(*report));
}

struct StoredTotals {
  std::size_t collections = 0;
  std::uint64_t documents = 0;
  std::size_t old_segments = 0;
};

// Sums up the collections for which `counts` returns true.
template <typename Counts>
StoredTotals TotalsOf(const CollectionStore& store, Counts counts) {
  StoredTotals totals;
  for (const CollectionSummary& collection : store.Collections()) {
    if (!counts(collection)) continue;
    ++totals.collections;
    totals.documents += collection.documents;
    totals.old_segments += collection.old_segments;
  }
  return totals;
}

void WriteMemory(JsonWriter& json, const Services& services) {
  json.Key("memory").BeginObject();
  json.Key("arena_bytes").Integer(services.workspaces.arena_bytes());
  json.Key("arena_high_water_bytes")
      .Integer(services.workspaces.high_water_bytes());
  json.Key("gathering_arena_bytes").Integer(engine::kGatheringArenaBytes);
  json.Key("gathering_high_water_bytes")
      .Integer(services.gathering.high_water_bytes());
  json.EndObject();
}

// The figures are not of one moment: a lock over all of them would make
// questions wait for a monitor.
std::string WriteStatus(const Services& services) {
  const StoredTotals totals =
      TotalsOf(services.store, [](const CollectionSummary&) { return true; });
  const std::chrono::duration<double> uptime =
      std::chrono::steady_clock::now() - services.started;
  const StoreActivity store = services.store.activity();
  JsonWriter json;
  json.BeginObject().Key("version").String(ANSWERBOX_VERSION);
  json.Key("uptime_s").Real(uptime.count());
  json.Key("collections").Integer(totals.collections);
  json.Key("documents").Integer(totals.documents);
  json.Key("state_dir").String(services.store.options().state_dir.native());
  json.Key("pid").Integer(::getpid());
  json.Key("connections").Integer(services.activity.connections.load());
  WriteLimits(json, services);
  WriteQuestions(json, services);
  WriteOutOfService(json, services);
  WriteDamaged(json, services.store.Damaged());
  WriteEnergy(json, services.energy.damaged());
  WriteMqtt(json, services);
  WriteShares(json, services.activity.shares);
  json.Key("model").String(engine::ModelId());
  const AuditLog* const log = services.audit.log();
  // A missing member says that the audit log is off.
  if (log != nullptr) WriteAudit(json, log->activity());
  json.Key("ingest").BeginObject();
  json.Key("queued").Integer(store.queued_changes);
  json.Key("bytes_added").Integer(store.bytes_added);
  json.Key("merging").Bool(store.merging);
  json.Key("old_segments").Integer(totals.old_segments).EndObject();
  WriteJobs(json, services.jobs.List());
  WriteErasing(json, store.erasing, services);
  WriteExams(json, services.self_check == nullptr
                       ? std::vector<CheckReport>()
                       : services.self_check->Reports());
  WriteDoctor(json);
  WriteMemory(json, services);
  return json.EndObject().Take();
}

// Returns the status for a caller without the right to manage.
std::string WritePublicStatus(const Services& services, const Access& access) {
  const StoredTotals totals =
      // A sum over all collections would reveal those that the caller may not
      // see.
      TotalsOf(services.store, [&](const CollectionSummary& collection) {
        return MaySee(access, collection.name);
      });
  JsonWriter json;
  json.BeginObject().Key("version").String(ANSWERBOX_VERSION);
  json.Key("collections").Integer(totals.collections);
  json.Key("documents").Integer(totals.documents);
  WriteLimits(json, services);
  return json.EndObject().Take();
}

void RunStatus(const Connection& connection, const boost::json::object& params,
               const Reply& reply) {
  const Params none(params, calls::kStatus);
  if (none.error()) return reply.Send(*none.error());
  const Access allowed = connection.access();
  reply.Send(allowed.HasInEvery(Right::kManage)
                 ? WriteStatus(connection.services)
                 : WritePublicStatus(connection.services, allowed));
}

}  // namespace

std::vector<Outage> OutagesOf(const Services& services) {
  std::vector<Outage> outages;
  for (const auto& [name, why] : services.store.OutOfService()) {
    outages.push_back({"collection", name, why.message});
  }
  for (const std::string& name : services.store.Missing()) {
    outages.push_back({"collection", name, MissingCollection(name)});
  }
  if (const auto why = services.access.outage()) {
    outages.push_back({"users", {}, *why});
  }
  for (const auto& [what, message] : services.outages) {
    outages.push_back({what, {}, message});
  }
  if (!services.tls_outages) return outages;
  for (auto& [what, message] : services.tls_outages()) {
    outages.push_back({std::string(what), {}, std::move(message)});
  }
  return outages;
}

void AddStatusMethod(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kStatus, connection, RunStatus);
}

}  // namespace answerbox::daemon
