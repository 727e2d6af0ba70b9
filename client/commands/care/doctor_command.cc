// `answerbox doctor`: finds what is wrong with this box, and what to do.
#include <chrono>
#include <memory>
#include <string>

#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/doctor/doctor.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "platform/service/journal.h"

namespace answerbox::client {
namespace {

struct DoctorOptions {
  CommonOptions common;
  std::string config = "/etc/answerbox/answerboxd.toml";
  std::string root = "/";
  std::string report;  // Empty: none is written.
  bool is_deep = false;
  bool shows_all = false;
};

// Labels have one width, so that what is told stands in a column.
const char* LabelOf(Severity severity) {
  switch (severity) {
    case Severity::kOk:
      return "Good     ";
    case Severity::kNote:
      return "Note     ";
    case Severity::kWarning:
      return "Warning  ";
    case Severity::kFault:
      break;
  }
  return "Fault    ";
}

std::string FindingsPage(const std::vector<Finding>& findings, bool shows_all,
                         const Terminal& terminal) {
  std::string out;
  std::size_t good = 0;
  for (const Finding& one : findings) {
    const bool is_good = one.severity == Severity::kOk;
    if (is_good) ++good;
    if (is_good && !shows_all) continue;
    out += LabelledRow(terminal, LabelOf(one.severity),
                       one.subject + ": " + one.what);
    if (!one.remedy.empty()) {
      out += LabelledRow(terminal, "  do     ", one.remedy);
    }
  }
  if (shows_all) return out;
  return out + SentenceLines(terminal, Counted(good, "check") +
                                           " found nothing wrong (--all "
                                           "lists them).");
}

// Priorities let the journal's readers filter.
void TellJournal(const std::vector<Finding>& findings) {
  using platform::Priority;
  for (const Finding& one : findings) {
    const Priority priority =
        one.severity == Severity::kFault     ? Priority::kError
        : one.severity == Severity::kWarning ? Priority::kWarning
        : one.severity == Severity::kNote    ? Priority::kNotice
                                             : Priority::kDebug;
    platform::Log(priority, one.subject + ": " + one.what +
                                (one.remedy.empty() ? "" : "; " + one.remedy));
  }
  platform::FlushLog(std::chrono::seconds(2));
}

Outcome<ExitCode> Doctor(const DoctorOptions& options) {
  const CommonOptions& common = options.common;
  const std::vector<Finding> findings = Examine(
      {.root = options.root,
       .option_file = options.config,
       .socket = common.socket.empty() ? DefaultSocketPath() : common.socket,
       .limits = {.give_up = common.timeout},
       .is_deep = options.is_deep});
  if (options.report.empty()) {
    PrintPage(common, FindingsJson(findings),
              FindingsPage(findings, options.shows_all, common.Output()));
  } else {
    TellJournal(findings);
    const auto written = WriteReport(options.report, findings,
                                     std::chrono::floor<std::chrono::seconds>(
                                         std::chrono::system_clock::now()));
    if (!written) return written.error();
  }
  return Worst(findings) > Severity::kNote ? ExitCode::kRefused
                                           : ExitCode::kDone;
}

}  // namespace

void AddDoctorCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "doctor", "Find what is wrong with this box, and what to do");
  const auto options = std::make_shared<DoctorOptions>();
  command->add_flag("--all", options->shows_all,
                    "Also list what was found to be good");
  command->add_flag("--deep", options->is_deep,
                    "Also read every byte of collections and the audit log");
  command
      ->add_option("--config", options->config,
                   "The daemon's options (default " + options->config + ")")
      ->type_name("FILE");
  command
      ->add_option("--report", options->report,
                   "Write the findings into a file for \"answerbox status\", "
                   "and to the journal")
      ->type_name("FILE");
  command
      ->add_option("--root", options->root,
                   "Where sysfs, procfs and /run are looked for (default /)")
      ->type_name("DIR");
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  sudo answerbox doctor\n"
                  "  sudo answerbox doctor --deep --json | jq .findings\n"
                  "Exit code 0: nothing above a note, 1: a warning or a fault.",
                  Doctor, exit_code);
}

}  // namespace answerbox::client
