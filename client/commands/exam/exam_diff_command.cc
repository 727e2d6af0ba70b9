// `answerbox exam diff`: the passages whose grades differ between two exams, or
// between two banks that are asked of the same collection or run.
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>

#include "client/commands/command.h"
#include "client/commands/exam/exam_command.h"
#include "client/commands/exam/exam_options.h"
#include "client/exam/exam_comparison.h"
#include "client/exam/exam_input.h"
#include "client/exam/exam_qrels.h"
#include "client/terminal/human_units.h"
#include "client/terminal/table.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct ExamDiffOptions {
  CommonOptions common;
  std::string before;
  std::string after;
  ExamSubject subject;  // Of banks.
};

Failure DiffUsage(std::string message) {
  return {ExitCode::kUsage, "usage", std::move(message)};
}

std::string GradeText(RelevanceGrade grade) {
  return grade < 0 ? "-" : std::to_string(grade);
}

void PrintDiff(const ExamDiffOptions& options,
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

// Looks at the beginning of a file. What can be read only once (a pipe,
// standard input) holds results: a bank is read where it is asked.
bool IsBank(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::string begin(16, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(file.gcount()));
  std::string_view contents = begin;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (contents.starts_with(kByteOrderMark)) {
    contents.remove_prefix(kByteOrderMark.size());
  }
  return !contents.empty() && !LooksLikeResults(contents);
}

Outcome<void> PrintDiffOf(const ExamDiffOptions& options,
                          const ExamResults& before, const ExamResults& after) {
  RelevanceJudgements judgements[2];
  const ExamResults* const both[2] = {&before, &after};
  for (std::size_t i = 0; i < 2; ++i) {
    auto qrels = MakeExamQrels({&both[i], 1}, QrelsUnit::kPassage);
    if (!qrels) return qrels.error();
    judgements[i] = std::move(qrels->judgements);
  }
  PrintDiff(options, DiffQrels(judgements[0], judgements[1]));
  return {};
}

Outcome<void> DiffBanks(const ExamDiffOptions& options) {
  if (options.subject.runs.size() > 1) {
    return DiffUsage("diff asks banks of one --run");
  }
  if (options.subject.passages == kStandardStream ||
      std::ranges::count(options.subject.runs, kStandardStream) > 0) {
    return DiffUsage(
        "diff reads --run and --passages for each bank; neither can be "
        "standard input");
  }
  // Both are read before anything is asked.
  auto first =
      Examination::Prepare(options.common, options.subject, options.before);
  if (!first) return first.error();
  auto second =
      Examination::Prepare(options.common, options.subject, options.after);
  if (!second) return second.error();
  const auto before = first->Grade(0);
  if (!before) return before.error();
  const auto after = second->Grade(0);
  if (!after) return after.error();
  // The last snapshot is not older than all others: equal ones mean that every
  // question saw the same documents.
  if (before->header.snapshot != after->last_snapshot) {
    return Rejected(
        "the collection changed while the banks were asked, so grades may "
        "differ for another reason; try again");
  }
  if (!HaveOneGrader(before->header, after->header)) {
    return Rejected(
        "the daemon's language model changed while the banks were asked, so "
        "grades may differ for another reason; try again");
  }
  return PrintDiffOf(options,
                     {.name = options.before,
                      .header = before->header,
                      .questions = before->questions},
                     {.name = options.after,
                      .header = after->header,
                      .questions = after->questions});
}

Outcome<void> DiffResults(const ExamDiffOptions& options) {
  const ExamSubject& subject = options.subject;
  if (!subject.collection.empty() || !subject.runs.empty() ||
      !subject.passages.empty()) {
    return DiffUsage(
        "--collection, --run and --passages are for two banks; results know "
        "what was examined");
  }
  const auto before = ReadExamResults(options.before);
  if (!before) return before.error();
  const auto after = ReadExamResults(options.after);
  if (!after) return after.error();
  if (before->header.collection != after->header.collection ||
      !HaveOneGrader(before->header, after->header)) {
    return Rejected(
        "diff takes the results of two banks on one collection or of runs, by "
        "one grader; to compare collections there is exam compare");
  }
  return PrintDiffOf(options, *before, *after);
}

Outcome<ExitCode> DiffExams(const ExamDiffOptions& options) {
  for (const std::string& path : {options.before, options.after}) {
    std::error_code error;
    if (path != "-" && !std::filesystem::exists(path, error)) {
      return Rejected(path + ": there is no such file");
    }
  }
  const bool are_banks = IsBank(options.before);
  if (are_banks != IsBank(options.after)) {
    return Rejected("diff takes two banks, or the results of two exams; " +
                    (are_banks ? options.before : options.after) +
                    " is a bank, the other file is not");
  }
  const auto shown = are_banks ? DiffBanks(options) : DiffResults(options);
  if (!shown) return shown.error();
  return ExitCode::kDone;
}

}  // namespace

void AddExamDiffCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "diff", "Say which passages' grades another bank changes");
  const auto options = std::make_shared<ExamDiffOptions>();
  command
      ->add_option("before", options->before, "A bank, or results of exam run")
      ->required()
      ->type_name("BEFORE");
  command
      ->add_option("after", options->after,
                   "Another bank, or results to be compared")
      ->required()
      ->type_name("AFTER");
  AddExamSubject(*command, options->subject);
  CompleteCommand(
      *command, options,
      "Two banks are asked of the same collection or run, one after the other. "
      "With results, those options are left out: nothing is asked again.\n"
      "Examples:\n"
      "  answerbox exam diff old-bank.jsonl new-bank.jsonl -c wards\n"
      "  answerbox exam diff old-bank.jsonl new-bank.jsonl --run bm25.run "
      "--passages passages.jsonl\n"
      "  answerbox exam diff old-results.jsonl new-results.jsonl",
      DiffExams, exit_code);
}

}  // namespace answerbox::client
