// `answerbox exam report`, `compare` and `diff`: what results say, alone and
// beside others.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <iostream>
#include <memory>
#include <set>
#include <string>

#include "client/commands/command.h"
#include "client/commands/exam/exam_command.h"
#include "client/commands/exam/output_file.h"
#include "client/exam/exam_comparison.h"
#include "client/exam/exam_html.h"
#include "client/exam/exam_page.h"
#include "client/terminal/human_units.h"
#include "client/terminal/table.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::size_t kListedQuestions = 50;

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
    const auto written = WriteOutput(options.html, ExamHtml(*results, lost));
    if (!written) return written.error();
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
  if (options.common.json) {
    PrintJson(ComparisonJson(*comparison));
  } else {
    std::cout << ComparisonPage(*comparison, options.common.Output());
  }
  return comparison->must_lost > 0 ? ExitCode::kRefused : ExitCode::kDone;
}

std::string GradeText(RelevanceGrade grade) {
  return grade < 0 ? "-" : std::to_string(grade);
}

void PrintDiff(const ExamPairOptions& options,
               const std::vector<ChangedPassage>& changed) {
  if (options.common.json) {
    json::array passages;
    for (const ChangedPassage& each : changed) {
      json::object passage{{"topic", each.topic}, {"passage", each.passage}};
      if (each.before >= 0) passage["before"] = each.before;
      if (each.after >= 0) passage["after"] = each.after;
      passages.push_back(std::move(passage));
    }
    PrintJson(json::object{{"changed", changed.size()},
                           {"passages", std::move(passages)}});
    return;
  }
  PrintSentence(options.common, Counted(changed.size(), "passage") +
                                    " with another grade (-: not graded).");
  if (changed.empty()) return;
  Table table({{"Topic", Align::kLeft},
               {"Before", Align::kRight},
               {"After", Align::kRight},
               {"Passage", Align::kLeft}});
  for (const ChangedPassage& each : changed) {
    table.AddRow({each.topic, GradeText(each.before), GradeText(each.after),
                  each.passage});
  }
  std::cout << table.Render(options.common.Output());
}

Outcome<ExitCode> DiffResults(const ExamPairOptions& options) {
  RelevanceJudgements judgements[2];
  ExamHeader headers[2];
  const std::string* const paths[2] = {&options.before, &options.after};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto results = ReadExamResults(*paths[i]);
    if (!results) return results.error();
    headers[i] = results->header;
    const ExamResults* const pointer = &*results;
    auto qrels = MakeExamQrels({&pointer, 1}, QrelsUnit::kPassage);
    if (!qrels) return qrels.error();
    judgements[i] = std::move(qrels->judgements);
  }
  if (headers[0].collection != headers[1].collection ||
      headers[0].grader != headers[1].grader) {
    return Rejected(
        "diff takes the results of two banks on one collection or of runs, by "
        "one grader; to compare collections there is exam compare");
  }
  PrintDiff(options, DiffQrels(judgements[0], judgements[1]));
  return ExitCode::kDone;
}

// Completes a command that takes the results of two exams.
void AddPairCommand(CLI::App& command, const char* examples,
                    Outcome<ExitCode> (*run)(const ExamPairOptions&),
                    int& exit_code) {
  const auto options = std::make_shared<ExamPairOptions>();
  command.add_option("before", options->before, "Results of exam run")
      ->required()
      ->type_name("BEFORE");
  command
      .add_option("after", options->after, "Results to be compared with them")
      ->required()
      ->type_name("AFTER");
  CompleteOfflineCommand(command, options, examples, run, exit_code);
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
  AddPairCommand(
      *exam.add_subcommand(
          "compare", "Say what a change won and lost, question by question"),
      "Examples:\n"
      "  answerbox exam compare before.jsonl after.jsonl\n"
      "Exit code 1: a question that must be answered was lost.",
      CompareResults, exit_code);
}

void AddExamDiffCommand(CLI::App& exam, int& exit_code) {
  AddPairCommand(
      *exam.add_subcommand("diff",
                           "Say which passages' grades another bank changes"),
      "Examples:\n"
      "  answerbox exam run old.jsonl -c wards -o old-results.jsonl\n"
      "  answerbox exam run new.jsonl -c wards -o new-results.jsonl\n"
      "  answerbox exam diff old-results.jsonl new-results.jsonl",
      DiffResults, exit_code);
}

}  // namespace answerbox::client
