// `answerbox exam run`: asks a bank's questions of a collection.
#include <memory>
#include <string>

#include "client/commands/command.h"
#include "client/commands/exam/exam_command.h"

namespace answerbox::client {
namespace {

struct ExamRunOptions {
  CommonOptions common;
  std::string bank;
  std::string results;
  bool overwrite = false;
  CollectionExam exam;
};

Outcome<ExitCode> ExamRun(const ExamRunOptions& options) {
  // A fault in the bank or in the output file is reported before anything is
  // asked.
  const auto bank = ReadBankFor(options.exam, options.bank);
  if (!bank) return bank.error();
  const auto is_free =
      CheckIsNoInput(options.results, std::span(&options.bank, 1));
  if (!is_free) return is_free.error();
  auto file = ResultsFile::Open(options.results, HeaderOf(*bank, options.exam),
                                bank->bank,
                                options.overwrite ? ExistingResults::kOverwrite
                                                  : ExistingResults::kContinue);
  if (!file) return file.error();
  auto connection = Connect(options.common);
  if (!connection) return connection.error();
  const DaemonExam request = RequestOf(options.exam, file->header());
  const auto report =
      RunExamWithProgress(options.common, bank->bank,
                          ByDaemon(bank->bank, request, *connection), *file);
  if (!report) return report.error();
  if (options.results != kStandardStream) {
    ShowExamReport(options.common, *report);
  }
  return ExitCode::kDone;
}

}  // namespace

void AddExamRunCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command =
      exam.add_subcommand("run", "Ask a bank's questions of a collection");
  const auto options = std::make_shared<ExamRunOptions>();
  command
      ->add_option("bank", options->bank, "The questions; - is standard input")
      ->required()
      ->type_name("BANK");
  AddCollectionExam(*command, options->exam);
  command
      ->add_option("-o,--output", options->results,
                   "Write the results, a JSON object a line; an exam that was "
                   "cut goes on there; - is standard output")
      ->type_name("FILE");
  command->add_flag("--overwrite", options->overwrite,
                    "Begin anew where the file has results");
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox exam run ward.jsonl -o today.jsonl\n"
      "  answerbox exam run questions.jsonl -c pages --json\n"
      "  answerbox exam run ward.jsonl --grader model -k 5 -o graded.jsonl",
      ExamRun, exit_code);
}

}  // namespace answerbox::client
