// `answerbox exam report` and `compare`: show results alone, or beside other
// results.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <iostream>
#include <memory>
#include <set>
#include <string>

#include "client/commands/command.h"
#include "client/commands/exam/exam_command.h"
#include "client/exam/exam_comparison.h"
#include "client/exam/exam_page.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::size_t kListedQuestions = 50;  // Unless with --all.

struct ExamReportOptions {
  CommonOptions common;
  std::string results;
  std::string before;
  std::string html;
  bool all = false;
};

json::object ReportJson(const ExamResults& results,
                        const ExamOverview& overview,
                        const std::set<std::string>& lost) {
  json::object report = overview.tally().Json();
  report[results.header.collection.empty() ? "run" : "collection"] =
      results.header.collection.empty() ? results.header.run
                                        : results.header.collection;
  json::array topics;
  for (const auto& [topic, count] : overview.topics()) {
    topics.push_back(json::object{{"topic", topic},
                                  {"questions", count.questions},
                                  {"covered", count.covered}});
  }
  report["topics"] = std::move(topics);
  json::array missed;
  for (const ResultQuestion* const each : overview.Missed()) {
    json::object question{{"id", each->id},
                          {"topic", each->topic},
                          {"question", each->question},
                          {"must", each->must},
                          {"grade", each->grade}};
    if (!lost.empty()) question["was_covered"] = lost.contains(each->id);
    missed.push_back(std::move(question));
  }
  report["missed"] = std::move(missed);
  return report;
}

Outcome<ExitCode> ReportExam(const ExamReportOptions& options) {
  const auto results = ReadExamResults(options.results);
  if (!results) return results.error();
  std::set<std::string> lost;
  if (!options.before.empty()) {
    const auto before = ReadExamResults(options.before);
    if (!before) return before.error();
    const auto comparison = CompareExams(*before, *results);
    if (!comparison) return comparison.error();
    lost = LostIds(*comparison);
  }
  if (!options.html.empty()) {
    const std::string inputs[] = {options.results, options.before};
    const auto written =
        WriteOutput(options.html, ExamHtml(*results, lost), inputs);
    if (!written) return written.error();
    // If the page goes to standard output, nothing else may: a pipe reads it.
    if (options.html == kStandardStream) return ExitCode::kDone;
  }
  const ExamOverview overview = OverviewOf(*results);
  if (options.common.json) {
    PrintJson(ReportJson(*results, overview, lost));
    return ExitCode::kDone;
  }
  std::cout << ExamPage(
      results->header, overview,
      {.max_missed = options.all ? results->questions.size() : kListedQuestions,
       .lost = lost},
      options.common.Output());
  return ExitCode::kDone;
}

struct ExamPairOptions {
  CommonOptions common;
  std::string before;
  std::string after;
};

Outcome<ExitCode> CompareResults(const ExamPairOptions& options) {
  const auto before = ReadExamResults(options.before);
  if (!before) return before.error();
  const auto after = ReadExamResults(options.after);
  if (!after) return after.error();
  const auto comparison = CompareExams(*before, *after);
  if (!comparison) return comparison.error();
  PrintPage(options.common, ComparisonJson(*comparison),
            ComparisonPage(*comparison, options.common.Output()));
  // This exit code is for scripts that guard an update. Other lost questions
  // are for a person to weigh.
  return comparison->must_lost > 0 ? ExitCode::kRefused : ExitCode::kDone;
}

}  // namespace

void AddExamReportCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "report", "Say which questions are answered, and which are not");
  const auto options = std::make_shared<ExamReportOptions>();
  command->add_option("results", options->results, "Results of exam run")
      ->required()
      ->type_name("RESULTS");
  command
      ->add_option("--before", options->before,
                   "Earlier results: mark what was answered then")
      ->type_name("RESULTS");
  command
      ->add_option("--html", options->html,
                   "Also write a page for a browser, with all questions that "
                   "are not answered, by topic")
      ->type_name("FILE");
  command->add_flag("--all", options->all,
                    "List all questions that are not answered, not only 50");
  CompleteOfflineCommand(
      *command, options,
      "Examples:\n"
      "  answerbox exam report today.jsonl\n"
      "  answerbox exam report today.jsonl --before last-week.jsonl --html "
      "exam.html",
      ReportExam, exit_code);
}

void AddExamCompareCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "compare", "Say what a change won and lost, question by question");
  const auto options = std::make_shared<ExamPairOptions>();
  command->add_option("before", options->before, "Results of exam run")
      ->required()
      ->type_name("BEFORE");
  command
      ->add_option("after", options->after, "Results to be compared with them")
      ->required()
      ->type_name("AFTER");
  CompleteOfflineCommand(
      *command, options,
      "Examples:\n"
      "  answerbox exam compare before.jsonl after.jsonl\n"
      "Exit code 1: a question that must be answered was lost.",
      CompareResults, exit_code);
}

}  // namespace answerbox::client
