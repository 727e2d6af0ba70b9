// `answerbox exam run`: asks a bank's questions of a collection, or of the
// passages of systems.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "client/commands/command.h"
#include "client/commands/exam/exam_command.h"
#include "client/commands/exam/exam_options.h"
#include "client/commands/exam/output_file.h"
#include "client/exam/exam_input.h"
#include "client/exam/exam_page.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct ExamRunOptions {
  CommonOptions common;
  std::string bank;
  std::string results;
  ExamSubject subject;
};

json::object SummaryOf(const Examination& examination,
                       const Examination::Report& report) {
  json::object summary = report.overview.tally().Json();
  if (report.header.collection.empty()) {
    summary["run"] = report.header.run;
  } else {
    summary["collection"] = report.header.collection;
  }
  if (report.header.snapshot) summary["snapshot"] = *report.header.snapshot;
  summary["k"] = report.header.k;
  summary["tau"] = report.header.tau;
  summary["grader"] = ToString(report.header.grader);
  if (report.header.model) summary["model"] = ModelJson(*report.header.model);
  if (examination.bank().left_out > 0) {
    summary["left_out"] = examination.bank().left_out;
  }
  if (report.resumed > 0) summary["resumed"] = report.resumed;
  summary["seconds"] = report.seconds;
  return summary;
}

// Where the results of each subject go. Several go into a folder.
Outcome<std::string> PathOf(const ExamRunOptions& options,
                            const Examination& examination,
                            std::size_t subject) {
  if (options.results.empty() || options.results == kStandardStream ||
      examination.subjects() == 1) {
    return options.results;
  }
  std::error_code error;
  std::filesystem::create_directories(options.results, error);
  if (error) {
    return Rejected("cannot make the folder " + options.results + ": " +
                    error.message());
  }
  const std::filesystem::path folder(options.results);
  return (folder / (examination.NameOf(subject) + ".jsonl")).string();
}

Outcome<void> CheckNames(const Examination& examination) {
  std::set<std::string> names;
  for (std::size_t s = 0; s < examination.subjects(); ++s) {
    if (!names.insert(examination.NameOf(s)).second) {
      return Rejected("two runs have the name " + examination.NameOf(s) +
                      "; their results would be one file");
    }
  }
  return {};
}

std::vector<std::string> InputsOf(const ExamRunOptions& options) {
  std::vector<std::string> inputs = options.subject.runs;
  inputs.push_back(options.bank);
  inputs.push_back(options.subject.passages);
  return inputs;
}

void ShowReport(const ExamRunOptions& options, const Examination& examination,
                const Examination::Report& report) {
  if (options.results == kStandardStream) return;
  if (options.common.json) {
    PrintJson(SummaryOf(examination, report));
    return;
  }
  const bool is_alone = examination.subjects() == 1;
  std::cout << ExamPage(
      report.header, report.overview,
      {.has_topics = is_alone, .max_missed = is_alone ? std::size_t{10} : 0},
      options.common.Output());
}

Outcome<ExitCode> ExamRun(const ExamRunOptions& options) {
  auto examination =
      Examination::Prepare(options.common, options.subject, options.bank);
  if (!examination) return examination.error();
  if (examination->subjects() > 1) {
    const auto named = CheckNames(*examination);
    if (!named) return named.error();
    if (options.results == kStandardStream) {
      return Failure{ExitCode::kUsage, "usage",
                     "-o takes a folder for several runs"};
    }
  }
  const std::size_t left_out = examination->bank().left_out;
  if (left_out > 0 && !options.common.json) {
    std::cerr << "answerbox: left out " << left_out
              << " questions without an answer\n";
  }
  // All of them before the first is written.
  std::vector<std::string> paths;
  for (std::size_t s = 0; s < examination->subjects(); ++s) {
    auto path = PathOf(options, *examination, s);
    if (!path) return path.error();
    const auto is_free = CheckIsNoInput(*path, InputsOf(options));
    if (!is_free) return is_free.error();
    paths.push_back(*std::move(path));
  }
  for (std::size_t s = 0; s < examination->subjects(); ++s) {
    const auto report = examination->Run(s, paths[s]);
    if (!report) return report.error();
    ShowReport(options, *examination, *report);
  }
  return ExitCode::kDone;
}

}  // namespace

void AddExamRunCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "run", "Ask a bank's questions of a collection, or grade runs");
  const auto options = std::make_shared<ExamRunOptions>();
  command
      ->add_option("bank", options->bank, "The questions; - is standard input")
      ->required()
      ->type_name("BANK");
  AddExamSubject(*command, options->subject);
  command
      ->add_option("-o,--output", options->results,
                   "Write the results, a JSON object a line; an exam that was "
                   "cut goes on there; - is standard output; of several runs, "
                   "a folder")
      ->type_name("FILE");
  command->add_flag("--overwrite", options->subject.overwrite,
                    "Begin anew where the file has results");
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox exam run ward.jsonl -o today.jsonl\n"
      "  answerbox exam run questions.tsv -c pages --json\n"
      "  answerbox exam run ward.jsonl --grader model -k 5 -o graded.jsonl\n"
      "  answerbox exam run bank.jsonl --run bm25.run --run dense.run "
      "--passages passages.jsonl -o results/",
      ExamRun, exit_code);
}

}  // namespace answerbox::client
