// `answerbox status`: shows the state of the daemon.
#include <boost/json/array.hpp>
#include <chrono>
#include <cstdio>
#include <memory>

#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/doctor/doctor.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

std::string HumanMicroseconds(double microseconds) {
  char text[32];
  if (microseconds < 1000) {
    std::snprintf(text, sizeof text, "%.0f us", microseconds);
  } else {
    std::snprintf(text, sizeof text, "%.1f ms", microseconds / 1000);
  }
  return text;
}

std::string Questions(const json::object& questions) {
  std::string text = Grouped(NumberAt(questions, "asked")) + " asked, " +
                     Grouped(NumberAt(questions, "answered")) + " answered, " +
                     Grouped(NumberAt(questions, "refused")) + " refused";
  const json::object& latency = ObjectAt(questions, "latency_us");
  if (NumberAt(questions, "asked") > 0) {
    text += "; mean " + HumanMicroseconds(RealAt(latency, "mean")) +
            ", longest " + HumanMicroseconds(RealAt(latency, "max"));
  }
  return text;
}

std::string Ingest(const json::object& ingest) {
  std::string text = HumanBytes(NumberAt(ingest, "bytes_added")) + " added, " +
                     Counted(NumberAt(ingest, "queued"), "document") +
                     " waiting";
  if (FlagAt(ingest, "merging")) text += ", merging";
  const std::uint64_t old = NumberAt(ingest, "old_segments");
  if (old > 0) {
    text += ", " + Counted(old, "segment") + " of an earlier version left";
  }
  return text;
}

// Returns a text such as "merge of handbook, 40 %". Empty without jobs.
std::string Jobs(const json::array& jobs) {
  std::string text;
  for (const json::value& one : jobs) {
    const json::object& job = AsObject(one);
    if (!text.empty()) text += "; ";
    text += TextAt(job, "kind") + " of " + TextAt(job, "collection");
    const auto total = NumberAt(job, "total");
    // The total is not known yet.
    if (total == 0) continue;
    text += ", " + std::to_string(NumberAt(job, "done") * 100 / total) + " %";
  }
  return text;
}

// Describes a failure of the audit log. Empty if there is none.
std::string Audit(const json::object& audit) {
  std::string text = TextAt(audit, "failure");
  const auto add = [&](const std::string& line) {
    if (!text.empty() && !line.empty()) text += "\n            ";
    text += line;
  };
  add(TextAt(audit, "problem"));
  for (const json::value& one : ArrayAt(audit, "set_aside")) {
    add("a log that was damaged is in " + TextAt(AsObject(one), "folder") +
        ": " + TextAt(AsObject(one), "found"));
  }
  return text;
}

// Names the damaged session files of MQTT. Empty if there are none.
std::string Mqtt(const json::object& mqtt) {
  const json::object& damaged = ObjectAt(mqtt, "damaged");
  if (damaged.empty()) return {};
  std::string text = "found " + TextAt(damaged, "found");
  if (damaged.contains("offset")) {
    text += " at byte " + Grouped(NumberAt(damaged, "offset"));
  }
  return text + ": " + TextAt(damaged, "message");
}

// Tells whose questions, sessions and so on gave way to others. Empty if nobody
// had too much.
std::string Shares(const json::object& shares) {
  std::string text;
  for (const auto& [name, value] : shares) {
    const json::object& share = AsObject(value);
    const auto count = NumberAt(share, "gave_way");
    if (count == 0) continue;
    if (!text.empty()) text += "\n            ";
    text += std::string(name) + ": " + Grouped(count) +
            " gave way to others, last of " + TextAt(share, "holder") +
            ", who has most";
  }
  return text;
}

// Describes what waits to be erased. Empty if nothing does.
std::string Erasing(const json::object& erasing) {
  const std::string problem = TextAt(erasing, "problem");
  if (NumberAt(erasing, "documents") == 0) return problem;
  std::string text =
      Counted(NumberAt(erasing, "documents"), "removed document") + " (" +
      HumanBytes(NumberAt(erasing, "bytes")) + ") still in files, due " +
      TextAt(erasing, "due");
  return problem.empty() ? text : text + "; " + problem;
}

// Lists what an administrator must look at: damaged files, a log that accepts
// no records, exams that a collection no longer passes.
std::string Troubles(const json::object& status, const Terminal& terminal) {
  std::string out;
  for (const json::value& one : ArrayAt(status, "out_of_service")) {
    out +=
        LabelledRow(terminal, "Not served  ", TextAt(AsObject(one), "message"));
  }
  const auto tell = [&](const char* label, const json::object& object) {
    for (const json::value& damage : ArrayAt(object, "damaged")) {
      if (!damage.is_string()) continue;
      out += LabelledRow(terminal, label, std::string(damage.get_string()));
    }
  };
  tell("Damaged     ", status);
  tell("Energy      ", ObjectAt(status, "energy"));
  const std::string audit = Audit(ObjectAt(status, "audit"));
  if (!audit.empty()) out += LabelledRow(terminal, "Audit log   ", audit);
  for (const json::value& exam : ArrayAt(status, "exams")) {
    out += LabelledRow(terminal, "Exam        ",
                       TextAt(AsObject(exam), "message"));
  }
  for (const json::value& trouble :
       ArrayAt(ObjectAt(status, "mqtt"), "certificates")) {
    if (!trouble.is_string()) continue;
    out += LabelledRow(terminal, "MQTT        ",
                       std::string(trouble.get_string()));
  }
  const std::string mqtt = Mqtt(ObjectAt(status, "mqtt"));
  if (!mqtt.empty()) out += LabelledRow(terminal, "MQTT        ", mqtt);
  const std::string shares = Shares(ObjectAt(status, "shares"));
  if (!shares.empty()) out += LabelledRow(terminal, "Shares      ", shares);
  return out;
}

std::string RenderStatus(const json::object& status, const Terminal& terminal) {
  const json::object& memory = ObjectAt(status, "memory");
  const auto uptime = std::chrono::milliseconds(
      static_cast<std::int64_t>(RealAt(status, "uptime_s") * 1000));
  const std::pair<const char*, std::string> rows[] = {
      {"Daemon      ", "answerboxd " + TextAt(status, "version") +
                           ", process " + Grouped(NumberAt(status, "pid")) +
                           ", up " + HumanDuration(uptime)},
      {"State       ", TextAt(status, "state_dir")},
      {"Documents   ",
       Counted(NumberAt(status, "documents"), "document") + " in " +
           Counted(NumberAt(status, "collections"), "collection")},
      {"Questions   ", Questions(ObjectAt(status, "questions"))},
      {"Ingest      ", Ingest(ObjectAt(status, "ingest"))},
      {"Background  ", Jobs(ArrayAt(status, "jobs"))},
      {"Erasing     ", Erasing(ObjectAt(status, "erasing"))},
      {"Memory      ",
       "questions used at most " +
           HumanBytes(NumberAt(memory, "arena_high_water_bytes")) + " of " +
           HumanBytes(NumberAt(memory, "arena_bytes")) + " each"},
      {"Connections ", Grouped(NumberAt(status, "connections"))}};
  std::string out;
  for (const auto& [label, text] : rows) {
    // Empty rows are left out: usually no job runs and nothing waits to be
    // erased.
    if (text.empty()) continue;
    out += LabelledRow(terminal, label, text);
  }
  // Troubles come last, where they stay in sight above the prompt.
  return out + Troubles(status, terminal);
}

struct StatusOptions {
  CommonOptions common;
};

Outcome<ExitCode> Status(const StatusOptions& options) {
  auto status = CallOnce(options.common, "status", {});
  if (!status) return status.error();
  const Terminal terminal = options.common.Output();
  std::string page = RenderStatus(AsObject(*status), terminal);
  if (const auto report = ReadReport(ReportPath())) {
    for (const std::string& line :
         ReportLines(*report, std::chrono::floor<std::chrono::seconds>(
                                  std::chrono::system_clock::now()))) {
      page += LabelledRow(terminal, "Doctor      ", line);
    }
    if (status->is_object()) status->as_object()["doctor"] = *report;
  }
  PrintPage(options.common, *status, page);
  return ExitCode::kDone;
}

}  // namespace

void AddStatusCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("status", "Show how the daemon is doing");
  CompleteCommand(*command, std::make_shared<StatusOptions>(),
                  "Examples:\n"
                  "  answerbox status\n"
                  "  answerbox status --json | jq .questions",
                  Status, exit_code);
}

}  // namespace answerbox::client
