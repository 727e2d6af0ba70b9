#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <deque>
#include <iostream>

#include "client/commands/audit/audit_command.h"
#include "client/rpc/message.h"
#include "client/terminal/json_text.h"
#include "client/terminal/line_wrap.h"
#include "protocol/audit/record_line.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// Quotes within a text are escaped, so only a member of the record can match.
constexpr std::string_view kRun = "\"run\":\"";

// Returns the member `energy` in the form that replies have, with the record
// that states it.
std::string EnergyMember(const json::object& record, const json::array& run) {
  json::object energy{{"state", TextAt(record, "state")}};
  if (run.size() >= 3) {
    energy["uj"] = run[1];
    energy["uncertainty_uj"] = run[2];
  }
  energy["sensor"] = TextAt(record, "sensor");
  energy["record"] = NumberAt(record, "seq");
  return "\"energy\":" + json::serialize(energy);
}

}  // namespace

void EnergyOfRuns::Note(std::string_view line) {
  const auto prefix = protocol::ReadPrefix(line);
  if (!prefix || prefix->kind != "energy") return;
  boost::system::error_code error;
  const json::value value = json::parse({line.data(), line.size()}, error);
  if (error || !value.is_object()) return;
  const json::object& record = value.get_object();
  for (const json::value& run : ArrayAt(record, "runs")) {
    if (!run.is_array() || run.get_array().empty() ||
        !run.get_array()[0].is_string()) {
      continue;
    }
    const json::string& name = run.get_array()[0].get_string();
    members_[{name.data(), name.size()}] =
        EnergyMember(record, run.get_array());
  }
}

std::string EnergyOfRuns::Join(std::string_view line) const {
  std::string joined(line);
  const std::size_t run = line.find(kRun);
  if (run == line.npos || !line.ends_with('}')) return joined;
  const std::size_t begin = run + kRun.size();
  const auto found =
      members_.find(line.substr(begin, line.find('"', begin) - begin));
  if (found == members_.end()) return joined;
  joined.pop_back();
  return joined + ',' + found->second + '}';
}

// `answerbox audit tail` and `export`: print records as they are, or answers
// with their energy. On a terminal, what could steer it is escaped.

namespace {

constexpr std::size_t kMaxTailRecords = 100'000;
// On a terminal, blanks before the further lines of a record.
constexpr std::size_t kContinuation = 2;

struct ReadingOptions : AuditOptions {
  std::size_t count = 10;
  std::uint64_t first = 0;
  std::string since;
  std::string kind;
  bool with_energy = false;
};

Outcome<ExitCode> Tail(const ReadingOptions& options) {
  const auto files = OpenAuditFiles(options.files, options.folder);
  if (!files) return files.error();
  std::deque<std::string_view> last;
  EachLine(*files, [&](std::string_view line) {
    last.push_back(line);
    if (last.size() > options.count) last.pop_front();
    return true;
  });
  // The record of an answer's energy follows the answer, so it is among the
  // last records if the answer is.
  EnergyOfRuns energy;
  if (options.with_energy) {
    for (const std::string_view line : last) energy.Note(line);
  }
  const Terminal terminal = options.common.Output();
  for (const std::string_view line : last) {
    const std::string record = ShownJson(terminal, energy.Join(line));
    std::cout << (terminal.is_terminal
                      ? Indented(record, terminal.columns, 0, kContinuation)
                      : record + "\n");
  }
  return ExitCode::kDone;
}

// Times are compared as text, as their format sorts in the order of time.
std::string_view TimeOf(std::string_view line) {
  constexpr std::string_view kTime = "\"time\":\"";
  const std::size_t at = line.find(kTime);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + kTime.size();
  return line.substr(begin, line.find('"', begin) - begin);
}

Outcome<ExitCode> Export(const ReadingOptions& options) {
  const auto files = OpenAuditFiles(options.files, options.folder);
  if (!files) return files.error();
  const std::string since =
      protocol::ReadMoment(options.since).value_or(std::string());
  EnergyOfRuns energy;
  if (options.with_energy) {
    // The energy of an answer is in a later record: all are read before the
    // first one is printed.
    EachLine(*files, [&energy](std::string_view line) {
      energy.Note(line);
      return true;
    });
  }
  EachLine(*files, [&](std::string_view line) {
    const auto prefix = protocol::ReadPrefix(line);
    const bool is_wanted =
        prefix && prefix->seq >= options.first &&
        (options.kind.empty() || prefix->kind == options.kind) &&
        (since.empty() || TimeOf(line) >= since);
    if (is_wanted) PrintJsonLine(energy.Join(line));
    return true;
  });
  return ExitCode::kDone;
}

CLI::Validator Moment() {
  return {[](const std::string& text) -> std::string {
            if (protocol::ReadMoment(text)) return {};
            return "'" + text +
                   "' is no time in UTC such as 2026-11-20 or "
                   "2026-11-20T12:00:00Z";
          },
          ""};
}

CLI::Validator KindOfRecord() {
  return {[](const std::string& text) -> std::string {
            std::string known;
            for (const std::string_view kind : protocol::RecordKinds()) {
              if (text == kind) return {};
              known += (known.empty() ? "" : ", ") + std::string(kind);
            }
            return "'" + text + "' is no kind of record; there are " + known;
          },
          ""};
}

void AddEnergyOption(CLI::App& command, ReadingOptions& options) {
  command.add_flag("--energy", options.with_energy,
                   "Show answers with their energy, which later records tell");
}

}  // namespace

void AddAuditReadingCommands(CLI::App& audit, int& exit_code) {
  CLI::App* tail = audit.add_subcommand("tail", "Print the last records");
  const auto tail_options = std::make_shared<ReadingOptions>();
  tail->add_option("-n", tail_options->count, "How many (default 10)")
      ->type_name("COUNT")
      ->check(CLI::Range(std::size_t{0}, kMaxTailRecords).description(""));
  tail->add_option("file", tail_options->files, "Files of a log")
      ->type_name("FILE");
  AddFolderOption(*tail, *tail_options);
  AddEnergyOption(*tail, *tail_options);
  CompleteOfflineCommand(*tail, tail_options,
                         "Examples:\n"
                         "  answerbox audit tail -n 3",
                         Tail, exit_code);
  CLI::App* exported =
      audit.add_subcommand("export", "Print the records that are asked for");
  const auto options = std::make_shared<ReadingOptions>();
  exported->add_option("file", options->files, "Files of a log")
      ->type_name("FILE");
  AddFolderOption(*exported, *options);
  AddEnergyOption(*exported, *options);
  exported->add_option("--from", options->first, "From this record on")
      ->type_name("RECORD");
  exported
      ->add_option("--since", options->since,
                   "From this time on: 2026-11-20, 2026-11-20T12:00:00Z")
      ->type_name("TIME")
      ->check(Moment());
  exported
      ->add_option("--kind", options->kind,
                   "Of this kind alone: answer, refusal, change, ...")
      ->type_name("KIND")
      ->check(KindOfRecord());
  CompleteOfflineCommand(*exported, options,
                         "Examples:\n"
                         "  answerbox audit export --since 2026-11-20 --kind "
                         "refusal | jq -r .reason",
                         Export, exit_code);
}

}  // namespace answerbox::client
