// `answerbox status`: how the daemon is doing.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>

#include "daemon/client/commands/command.h"
#include "daemon/client/commands/command_line.h"
#include "daemon/client/rpc/json_fields.h"
#include "daemon/client/terminal/human_units.h"
#include "daemon/client/terminal/printable.h"

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
  return FlagAt(ingest, "merging") ? text + ", merging" : text;
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
      {"Memory      ",
       "questions used at most " +
           HumanBytes(NumberAt(memory, "arena_high_water_bytes")) + " of " +
           HumanBytes(NumberAt(memory, "arena_bytes")) + " each"},
      {"Connections ", Grouped(NumberAt(status, "connections"))}};
  std::string out;
  for (const auto& [label, text] : rows) {
    out += Styled(terminal, Style::kDim, label) + Escaped(text) + "\n";
  }
  return out;
}

Outcome<ExitCode> Status(const CommonOptions& options) {
  Outcome<Connection> connection = Connect(options);
  if (!connection) return connection.error();
  const auto status = connection->Call("status", {});
  if (!status) return status.error();
  if (options.json) {
    PrintJson(*status);
  } else {
    std::cout << RenderStatus(AsObject(*status), options.Output());
  }
  return ExitCode::kDone;
}

}  // namespace

void AddStatusCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("status", "Show how the daemon is doing");
  const auto options = std::make_shared<CommonOptions>();
  AddCommonOptions(*command, *options);
  command->footer(
      "Examples:\n"
      "  answerbox status\n"
      "  answerbox status --json | jq .questions");
  command->callback([options, &exit_code] {
    exit_code = Conclude(*options, Status(*options));
  });
}

}  // namespace answerbox::client
