// `answerbox exam`: banks of questions that a collection must be able to
// answer. What its commands share; the laboratory's commands for runs share it
// too.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/command.h"
#include "client/commands/word_options.h"
#include "client/exam/bank_file.h"
#include "client/exam/exam_run.h"
#include "client/input/file_contents.h"
#include "client/terminal/progress_bar.h"

namespace answerbox::client {

// Each adds a command to `exam`. A new one is declared here and entered in the
// table in exam_command.cc.
void AddExamRunCommand(CLI::App& exam, int& exit_code);
void AddExamReportCommand(CLI::App& exam, int& exit_code);
void AddExamCompareCommand(CLI::App& exam, int& exit_code);
void AddExamDiffCommand(CLI::App& exam, int& exit_code);
void AddExamMakeCommand(CLI::App& exam, int& exit_code);

// How passages are graded.
struct ExamRules {
  std::uint64_t k = 20;
  std::optional<std::uint64_t> tau;  // Nothing: 4; of keys, 1.
  ExamGrader grader = ExamGrader::kSelf;
};

// -k and --tau.
void AddExamRules(CLI::App& command, ExamRules& rules);
[[nodiscard]] Failure ExamUsage(std::string message);
// Errors: kUsage where the rules exclude each other.
[[nodiscard]] Outcome<void> CheckRules(const ExamRules& rules);
// The header of results, which does not yet say what is examined.
[[nodiscard]] ExamHeader HeaderOf(const BankFile& bank, const ExamRules& rules);

// The exam of a collection.
struct CollectionExam {
  std::string collection;  // Empty: not given, "default".
  ExamRules rules;
  WordOptions words;
};

// --collection, -k, --tau, --grader, --no-spelling and --no-abbreviations.
void AddCollectionExam(CLI::App& command, CollectionExam& exam);
// Reads a bank for it. Errors: kUsage where options do not fit each other;
// kRejected for the bank, also where it lacks keys that are needed.
[[nodiscard]] Outcome<BankFile> ReadBankFor(const CollectionExam& exam,
                                            const std::string& path);
[[nodiscard]] ExamHeader HeaderOf(const BankFile& bank,
                                  const CollectionExam& exam);
// What its requests say.
[[nodiscard]] DaemonExam RequestOf(const CollectionExam& exam,
                                   const ExamHeader& header);

struct ExamReport {
  ExamHeader header;
  ExamOverview overview;
  double seconds = 0.0;
  std::size_t resumed = 0;
  std::size_t left_out = 0;  // Questions that a foreign bank has besides.
};

// Grades the questions that the file lacks, and shows the progress. Errors:
// kInterrupted after SIGINT or SIGTERM, when the file can be gone on with;
// those of RunExam.
[[nodiscard]] Outcome<ExamReport> RunExamWithProgress(
    const CommonOptions& common, const protocol::Bank& bank,
    const GradeBatch& grade, ResultsFile& file);

// The same in memory. Writes no file. Errors: as above.
//   last_snapshot  at which the last question was asked; the header of the
//                  results has that of the first
[[nodiscard]] Outcome<ExamResults> GradeInMemory(
    const CommonOptions& common, const BankFile& bank, const ExamHeader& header,
    const GradeBatch& grade, std::optional<std::uint64_t>& last_snapshot);

// Prints the sums and, unless `is_one_of_many`, the topics and questions that
// were missed.
void ShowExamReport(const CommonOptions& common, const ExamReport& report,
                    bool is_one_of_many = false);

// Prints the passages whose grades differ. Errors: those of PassageGrades.
[[nodiscard]] Outcome<void> ShowExamDiff(const CommonOptions& common,
                                         const ExamResults& before,
                                         const ExamResults& after);

enum class BusyNotice : std::uint8_t { kTold, kQuiet };

// How a command waits while the daemon or its language model is busy. Says on
// standard error, before the first pause and unless kQuiet, that it waits.
//   bar         cleared before; outlives the result
//   is_stopped  true ends a pause
[[nodiscard]] BusyPatience PatienceWithModel(ProgressBar& bar,
                                             std::function<bool()> is_stopped,
                                             BusyNotice notice);

// Whether WriteOutput may write there; creates nothing. Errors: kRejected, with
// why not.
[[nodiscard]] Outcome<void> CheckOutput(const std::string& path);

// Whether `path` is none of the files that a command reads ("-" is standard
// input), whatever their names: writing would destroy what was read. Errors:
// kRejected, with both names.
[[nodiscard]] Outcome<void> CheckIsNoInput(const std::string& path,
                                           std::span<const std::string> inputs);

// Writes the whole file, or to standard output where `path` is "-". A file that
// is there is replaced at once, when all was written; meanwhile its name ends
// in ".new". Errors: kRejected, with why it can't be written; those of
// CheckIsNoInput, for both names.
//   inputs  what the command has read
[[nodiscard]] Outcome<void> WriteOutput(const std::string& path,
                                        std::string_view contents,
                                        std::span<const std::string> inputs);

}  // namespace answerbox::client
