#include "client/commands/exam/exam_command.h"

#include "client/commands/command_line.h"

namespace answerbox::client {
namespace {

using AddExamCommandPart = void (*)(CLI::App& exam, int& exit_code);

// The help lists them in this order.
constexpr AddExamCommandPart kExamCommands[] = {
    AddExamRunCommand,  AddExamReportCommand, AddExamCompareCommand,
    AddExamDiffCommand, AddExamMakeCommand,   AddExamFeedbackCommand,
    AddExamBankCommand};

}  // namespace

void AddExamCommand(CLI::App& program, int& exit_code) {
  CLI::App* exam = program.add_subcommand(
      "exam", "Test a collection by a bank of questions");
  exam->require_subcommand(1);
  exam->footer(
      "Examples:\n"
      "  answerbox exam make -o bank.jsonl\n"
      "  answerbox exam run bank.jsonl -o before.jsonl\n"
      "  answerbox exam compare before.jsonl after.jsonl\n"
      "More of each: answerbox exam run --help");
  for (const AddExamCommandPart add : kExamCommands) add(*exam, exit_code);
}

}  // namespace answerbox::client
