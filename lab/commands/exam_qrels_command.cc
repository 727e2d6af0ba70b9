// `answerbox-lab exam qrels`: grades as trec_eval reads them.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "client/commands/exam/exam_command.h"
#include "client/terminal/human_units.h"
#include "lab/commands/commands.h"
#include "lab/exam/qrels.h"

namespace answerbox::lab {
namespace {

struct ExamQrelsOptions {
  CommonOptions common;
  std::vector<std::string> results;
  std::string output = std::string(kStandardStream);
  bool by_document = false;
};

Outcome<ExitCode> MakeQrels(const ExamQrelsOptions& options) {
  std::vector<ExamResults> read;
  for (const std::string& path : options.results) {
    auto results = ReadExamResults(path);
    if (!results) return results.error();
    read.push_back(*std::move(results));
  }
  std::vector<const ExamResults*> all;
  for (const ExamResults& each : read) all.push_back(&each);
  const auto qrels = MakeExamQrels(
      all, options.by_document ? GradedUnit::kDocument : GradedUnit::kPassage);
  if (!qrels) return qrels.error();
  const auto written = WriteOutput(options.output, QrelsText(qrels->judgements),
                                   options.results);
  if (!written) return written.error();
  if (qrels->changed_names > 0) {
    std::cerr << "answerbox-lab: " << Counted(qrels->changed_names, "name")
              << " with white space or control characters: these were written "
                 "as in URLs, such as %20 for a blank\n";
  }
  return ExitCode::kDone;
}

}  // namespace

void AddExamQrelsCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "qrels", "Write the grades of passages as judgements for trec_eval");
  const auto options = std::make_shared<ExamQrelsOptions>();
  command
      ->add_option("results", options->results,
                   "Results of exam run; the greatest grade of all counts")
      ->required()
      ->type_name("RESULTS");
  command
      ->add_option("-o,--output", options->output,
                   "Write to this file (default -, standard output)")
      ->type_name("FILE");
  command->add_flag("--documents", options->by_document,
                    "Judge documents, by their best passage");
  CompleteOfflineCommand(
      *command, options,
      "Examples:\n"
      "  answerbox-lab exam qrels results/*.jsonl -o exam.qrels\n"
      "  answerbox-lab evaluate retrieval --qrels exam.qrels --run bm25.run",
      MakeQrels, exit_code);
}

}  // namespace answerbox::lab
