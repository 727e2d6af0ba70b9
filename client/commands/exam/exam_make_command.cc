#include "client/commands/exam/exam_make_command.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "client/commands/command.h"
#include "client/commands/exam/output_file.h"
#include "client/exam/make/bank_maker.h"
#include "client/exam/make/making_report.h"
#include "client/terminal/json_text.h"
#include "client/terminal/progress_bar.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxPerDocument = 1000;

struct ExamMakeOptions {
  CommonOptions common;
  std::string collection = "default";
  std::string output = std::string(kStandardStream);
  std::size_t per_document = kMaxPerDocument;
  std::optional<std::uint64_t> seed;
};

// If the bank goes to standard output, the report goes to standard error.
void ShowReport(const ExamMakeOptions& options, const MakingCounts& counts,
                std::chrono::duration<double> elapsed) {
  const bool is_beside = options.output != kStandardStream;
  if (options.common.json) {
    boost::json::object report = MakingJson(counts);
    report["seconds"] = elapsed.count();
    if (is_beside) {
      PrintJson(report);
    } else {
      std::cerr << JsonText(report) << "\n";
    }
    return;
  }
  (is_beside ? std::cout : std::cerr) << MakingPage(
      counts, is_beside ? options.common.Output() : options.common.Errors());
}

Outcome<ExitCode> ExamMake(const ExamMakeOptions& options) {
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  auto connection = Connect(options.common);
  if (!connection) return connection.error();
  BankMaker maker(*connection, {.collection = options.collection,
                                .per_document = options.per_document,
                                .seed = options.seed});
  std::string bank;
  // Cleared when it is destroyed.
  ProgressBar bar(options.common.json ? Terminal{} : options.common.Errors());
  const auto counts = maker.Run(
      [&bank](const MadeQuestion& question) { bank += BankLineOf(question); },
      [&bar](std::size_t done) { bar.Update({.done_items = done}); });
  bar.Clear();
  if (!counts) return counts.error();
  if (counts->questions == 0) {
    const std::string documents = std::to_string(counts->documents);
    return Rejected("no question could be made of the " + documents +
                    " documents of collection \"" + options.collection +
                    "\": add documents in English with headings, lists, "
                    "tables or statements, or write the bank by hand");
  }
  const auto written = WriteOutput(options.output, bank);
  if (!written) return written.error();
  ShowReport(options, *counts, Clock::now() - begun);
  return ExitCode::kDone;
}

}  // namespace

void AddExamMakeCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "make", "Make a bank of the documents of a collection, by templates");
  const auto options = std::make_shared<ExamMakeOptions>();
  AddCollectionOption(*command, options->collection);
  command
      ->add_option("-o,--output", options->output,
                   "Write the bank, a JSON object a line; - (default) is "
                   "standard output")
      ->type_name("FILE");
  command
      ->add_option("--per-document", options->per_document,
                   "The most questions of a document, 1 to 1000 (default "
                   "1000)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, kMaxPerDocument));
  command
      ->add_option("--seed", options->seed,
                   "Draw by chance which questions of a document with more "
                   "are kept; the same number gives the same bank")
      ->type_name("N");
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox exam make -o bank.jsonl\n"
                  "  answerbox exam make -c ward --per-document 5 -o "
                  "ward.jsonl",
                  ExamMake, exit_code);
}

}  // namespace answerbox::client
