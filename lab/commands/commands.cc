#include "lab/commands/commands.h"

namespace answerbox::lab {
namespace {

constexpr AddCommand kCommands[] = {AddEvaluateCommand, AddExamCommand};

// The help lists them in this order.
constexpr AddCommand kEvaluateCommands[] = {
    AddEvaluateRetrievalCommand, AddEvaluateSelectCommand,
    AddEvaluateSummariesCommand, AddEvaluateGroundingCommand,
    AddEvaluateLongCommand,      AddEvaluateSquadCommand};
constexpr AddCommand kExamCommands[] = {
    AddExamRunCommand, AddExamDiffCommand, AddExamLeaderboardCommand,
    AddExamQrelsCommand, AddExamBankCommand};

}  // namespace

void AddEvaluateCommand(CLI::App& program, int& exit_code) {
  CLI::App* evaluate =
      program.add_subcommand("evaluate", "Measure answers against known ones");
  evaluate->require_subcommand(1);
  for (const AddCommand add : kEvaluateCommands) add(*evaluate, exit_code);
}

void AddExamCommand(CLI::App& program, int& exit_code) {
  CLI::App* exam = program.add_subcommand(
      "exam", "Test systems by a bank of questions, and rank them");
  exam->require_subcommand(1);
  exam->footer(
      "Examples:\n"
      "  answerbox-lab exam run bank.jsonl --run bm25.run --run dense.run "
      "--passages passages.jsonl -o results/\n"
      "  answerbox-lab exam leaderboard results/*.jsonl\n"
      "More of each: answerbox-lab exam run --help");
  for (const AddCommand add : kExamCommands) add(*exam, exit_code);
}

const ProgramFrame& LabProgram() {
  static constexpr ProgramFrame kProgram{
      .name = "answerbox-lab",
      .description =
          "Measures answers against known ones, and ranks systems by exams.",
      .footer =
          "Examples:\n"
          "  answerbox-lab evaluate squad squad-v2.0-dev.json\n"
          "  answerbox-lab exam leaderboard results/*.jsonl\n"
          "\n"
          "Exit codes: 0 done, 2 usage, 4 input rejected, 6 output not "
          "written. More: docs/lab/README.md",
      .add_options = AddOutputOptions,
      .commands = kCommands};
  return kProgram;
}

}  // namespace answerbox::lab
