// `answerbox exam diff`: the passages whose grades differ between two exams, or
// between two banks that are asked of the same collection.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "client/commands/command.h"
#include "client/commands/exam/exam_command.h"
#include "client/exam/exam_comparison.h"
#include "client/terminal/human_units.h"
#include "client/terminal/table.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct ExamDiffOptions {
  CommonOptions common;
  std::string before;
  std::string after;
  CollectionExam exam;  // Of banks.
};

std::string GradeText(std::optional<std::uint64_t> grade) {
  return grade ? std::to_string(*grade) : "-";
}

void PrintDiff(const CommonOptions& common,
               const std::vector<ChangedPassage>& changed) {
  if (common.json) {
    json::array passages;
    for (const ChangedPassage& each : changed) {
      json::object passage{{"topic", each.topic}, {"passage", each.passage}};
      if (each.before) passage["before"] = *each.before;
      if (each.after) passage["after"] = *each.after;
      passages.push_back(std::move(passage));
    }
    PrintJson(json::object{{"changed", changed.size()},
                           {"passages", std::move(passages)}});
    return;
  }
  PrintSentence(common, Counted(changed.size(), "passage") +
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
  std::cout << table.Render(common.Output());
}

// Tells a bank from results by the beginning of the file. A pipe or standard
// input can be read only once, so it must hold results: a bank is opened again
// to be asked.
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

Outcome<ExamResults> GradeBank(const ExamDiffOptions& options,
                               const BankFile& bank,
                               std::optional<std::uint64_t>& last_snapshot) {
  auto connection = Connect(options.common);
  if (!connection) return connection.error();
  const ExamHeader header = HeaderOf(bank, options.exam);
  const DaemonExam request = RequestOf(options.exam, header);
  return GradeInMemory(options.common, bank, header,
                       ByDaemon(bank.bank, request, *connection),
                       last_snapshot);
}

Outcome<void> DiffBanks(const ExamDiffOptions& options) {
  // Both are read before anything is asked.
  const auto first = ReadBankFor(options.exam, options.before);
  if (!first) return first.error();
  const auto second = ReadBankFor(options.exam, options.after);
  if (!second) return second.error();
  std::optional<std::uint64_t> last_snapshot;
  const auto before = GradeBank(options, *first, last_snapshot);
  if (!before) return before.error();
  const auto after = GradeBank(options, *second, last_snapshot);
  if (!after) return after.error();
  // Snapshots never go back: if the first and the last are equal, all
  // questions saw the same documents.
  if (before->header.snapshot != last_snapshot) {
    return Rejected(
        "the collection changed while the banks were asked, so grades may "
        "differ for another reason; try again");
  }
  if (!HaveOneGrader(before->header, after->header)) {
    return Rejected(
        "the daemon's language model changed while the banks were asked, so "
        "grades may differ for another reason; try again");
  }
  return ShowExamDiff(options.common, *before, *after);
}

Outcome<void> DiffResults(const ExamDiffOptions& options) {
  // Nothing is asked here, so a named collection would be ignored.
  if (!options.exam.collection.empty()) {
    return ExamUsage(
        "--collection is for two banks; results know what was examined");
  }
  const auto before = ReadExamResults(options.before);
  if (!before) return before.error();
  const auto after = ReadExamResults(options.after);
  if (!after) return after.error();
  // Grades of another collection, or by another grader, differ for reasons
  // other than the bank.
  if (before->header.collection != after->header.collection ||
      !HaveOneGrader(before->header, after->header)) {
    return Rejected(
        "diff takes the results of two banks on one collection or of runs, by "
        "one grader; to compare collections there is exam compare");
  }
  return ShowExamDiff(options.common, *before, *after);
}

Outcome<ExitCode> DiffExams(const ExamDiffOptions& options) {
  for (const std::string& path : {options.before, options.after}) {
    std::error_code error;
    if (path != "-" && !std::filesystem::exists(path, error)) {
      return Rejected(path + ": there is no such file");
    }
  }
  // Both files must be of one kind: a bank would be asked now, but results were
  // made at another time, perhaps of other documents.
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

Outcome<void> ShowExamDiff(const CommonOptions& common,
                           const ExamResults& before,
                           const ExamResults& after) {
  PassageGrades of_before(GradedUnit::kPassage);
  PassageGrades of_after(GradedUnit::kPassage);
  for (const auto& [grades, results] :
       {std::pair(&of_before, &before), std::pair(&of_after, &after)}) {
    const auto added = grades->Add(*results);
    if (!added) return added.error();
  }
  PrintDiff(common, DiffGrades(of_before, of_after));
  return {};
}

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
  AddCollectionExam(*command, options->exam);
  CompleteCommand(
      *command, options,
      "Two banks are asked of the same collection, one after the other. With "
      "results, those options are left out: nothing is asked again.\n"
      "Examples:\n"
      "  answerbox exam diff old-bank.jsonl new-bank.jsonl -c wards\n"
      "  answerbox exam diff old-results.jsonl new-results.jsonl",
      DiffExams, exit_code);
}

}  // namespace answerbox::client
