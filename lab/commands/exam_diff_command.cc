// `answerbox-lab exam diff`: the passages whose grades differ between two banks
// that are asked of the same run.
#include <algorithm>
#include <memory>
#include <string>

#include "lab/commands/commands.h"
#include "lab/commands/run_examination.h"

namespace answerbox::lab {
namespace {

struct DiffOptions {
  CommonOptions common;
  std::string before;
  std::string after;
  ExaminedRuns runs;
};

Outcome<ExitCode> DiffBanksOfRun(const DiffOptions& options) {
  if (options.runs.runs.size() > 1) {
    return ExamUsage("diff asks banks of one --run");
  }
  if (options.runs.passages == kStandardStream ||
      std::ranges::count(options.runs.runs, kStandardStream) > 0) {
    return ExamUsage(
        "diff reads --run and --passages for each bank; neither can be "
        "standard input");
  }
  // Both are read before anything is graded.
  auto first =
      RunExamination::Prepare(options.common, options.runs, options.before);
  if (!first) return first.error();
  auto second =
      RunExamination::Prepare(options.common, options.runs, options.after);
  if (!second) return second.error();
  const auto before = first->Grade(0);
  if (!before) return before.error();
  const auto after = second->Grade(0);
  if (!after) return after.error();
  const auto shown = ShowExamDiff(options.common, *before, *after);
  if (!shown) return shown.error();
  return ExitCode::kDone;
}

}  // namespace

void AddExamDiffCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "diff", "Say which passages' grades another bank changes");
  const auto options = std::make_shared<DiffOptions>();
  command->add_option("before", options->before, "A bank")
      ->required()
      ->type_name("BEFORE");
  command->add_option("after", options->after, "Another bank")
      ->required()
      ->type_name("AFTER");
  AddExaminedRuns(*command, options->runs);
  CompleteOfflineCommand(
      *command, options,
      "Two banks are asked of the same run, one after the other. Results of "
      "two "
      "exams are compared by answerbox exam diff.\n"
      "Examples:\n"
      "  answerbox-lab exam diff old-bank.jsonl new-bank.jsonl --run bm25.run "
      "--passages passages.jsonl",
      DiffBanksOfRun, exit_code);
}

}  // namespace answerbox::lab
