// `answerbox-lab exam run`: grades the passages that systems retrieved by a
// bank of questions.
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "lab/commands/commands.h"
#include "lab/commands/run_examination.h"

namespace answerbox::lab {
namespace {

struct RunsOptions {
  CommonOptions common;
  std::string bank;
  std::string results;
  bool overwrite = false;
  ExaminedRuns runs;
};

// Where the results of each run go. Several go into a folder.
Outcome<std::string> PathOf(const RunsOptions& options,
                            const RunExamination& examination,
                            std::size_t run) {
  if (options.results.empty() || options.results == kStandardStream ||
      examination.runs() == 1) {
    return options.results;
  }
  std::error_code error;
  std::filesystem::create_directories(options.results, error);
  if (error) {
    return Rejected("cannot make the folder " + options.results + ": " +
                    error.message());
  }
  const std::filesystem::path folder(options.results);
  return (folder / (examination.NameOf(run) + ".jsonl")).string();
}

Outcome<void> CheckNames(const RunExamination& examination) {
  std::set<std::string> names;
  for (std::size_t r = 0; r < examination.runs(); ++r) {
    if (!names.insert(examination.NameOf(r)).second) {
      return Rejected("two runs have the name " + examination.NameOf(r) +
                      "; their results would be one file");
    }
  }
  return {};
}

// All paths, before the first file is written. Errors: kRejected where results
// would replace what is read.
Outcome<std::vector<std::string>> PathsOf(const RunsOptions& options,
                                          const RunExamination& examination) {
  std::vector<std::string> inputs = options.runs.runs;
  inputs.push_back(options.bank);
  inputs.push_back(options.runs.passages);
  std::vector<std::string> paths;
  for (std::size_t r = 0; r < examination.runs(); ++r) {
    auto path = PathOf(options, examination, r);
    if (!path) return path.error();
    const auto is_free = CheckIsNoInput(*path, inputs);
    if (!is_free) return is_free.error();
    paths.push_back(*std::move(path));
  }
  return paths;
}

Outcome<ExitCode> ExamineRuns(const RunsOptions& options) {
  auto examination =
      RunExamination::Prepare(options.common, options.runs, options.bank);
  if (!examination) return examination.error();
  const bool is_one_of_many = examination->runs() > 1;
  if (is_one_of_many) {
    const auto named = CheckNames(*examination);
    if (!named) return named.error();
    if (options.results == kStandardStream) {
      return ExamUsage("-o takes a folder for several runs");
    }
  }
  const std::size_t left_out = examination->bank().left_out;
  if (left_out > 0 && !options.common.json) {
    std::cerr << "answerbox-lab: left out " << left_out
              << " questions without an answer\n";
  }
  const auto paths = PathsOf(options, *examination);
  if (!paths) return paths.error();
  for (std::size_t r = 0; r < examination->runs(); ++r) {
    const auto report =
        examination->Run(r, (*paths)[r],
                         options.overwrite ? ExistingResults::kOverwrite
                                           : ExistingResults::kContinue);
    if (!report) return report.error();
    if (options.results != kStandardStream) {
      ShowExamReport(options.common, *report, is_one_of_many);
    }
  }
  return ExitCode::kDone;
}

}  // namespace

void AddExamRunCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command =
      exam.add_subcommand("run", "Grade the passages of runs by a bank");
  const auto options = std::make_shared<RunsOptions>();
  command
      ->add_option("bank", options->bank, "The questions; - is standard input")
      ->required()
      ->type_name("BANK");
  AddExaminedRuns(*command, options->runs);
  command
      ->add_option("-o,--output", options->results,
                   "Write the results, a JSON object a line; an exam that was "
                   "cut goes on there; - is standard output; of several runs, "
                   "a folder")
      ->type_name("FILE");
  command->add_flag("--overwrite", options->overwrite,
                    "Begin anew where the file has results");
  CompleteOfflineCommand(
      *command, options,
      "Examples:\n"
      "  answerbox-lab exam run bank.jsonl --run bm25.run --run dense.run "
      "--passages passages.jsonl -o results/",
      ExamineRuns, exit_code);
}

}  // namespace answerbox::lab
