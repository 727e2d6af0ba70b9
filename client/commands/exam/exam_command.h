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

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/exam/bank_file.h"
#include "client/exam/exam_run.h"
#include "client/input/file_contents.h"
#include "client/terminal/progress_bar.h"

namespace answerbox::client {

// Each adds a command to `exam`. A new one is declared here and entered in the
// table in exam_command.cc.
void AddExamReportCommand(CLI::App& exam, int& exit_code);
void AddExamCompareCommand(CLI::App& exam, int& exit_code);
void AddExamDiffCommand(CLI::App& exam, int& exit_code);
void AddExamMakeCommand(CLI::App& exam, int& exit_code);

// The rules by which passages are graded.
struct ExamRules {
  std::uint64_t k = 20;
  std::optional<std::uint64_t> tau;  // The least grade that covers a question.
                                     // Nothing: 4, or 1 with keys.
  ExamGrader grader = ExamGrader::kSelf;
};

// Adds -k and --tau.
void AddExamRules(CLI::App& command, ExamRules& rules);
[[nodiscard]] Failure ExamUsage(std::string message);
// Errors: kUsage where the rules exclude each other.
[[nodiscard]] Outcome<void> CheckRules(const ExamRules& rules);
// Returns a header of results that does not yet name what is examined.
[[nodiscard]] ExamHeader HeaderOf(const BankFile& bank, const ExamRules& rules);

// An exam of a collection, as the options describe it.
struct CollectionExam {
  std::string collection;  // Empty: "default".
  ExamRules rules;
  WordOptions words;
};

// Adds --collection, -k, --tau, --grader, --no-spelling and --no-abbreviations.
void AddCollectionExam(CLI::App& command, CollectionExam& exam);
// Reads the bank for an exam. Errors: kUsage where options contradict each
// other; kRejected for a bad bank, also for one that lacks keys the grader
// needs.
[[nodiscard]] Outcome<BankFile> ReadBankFor(const CollectionExam& exam,
                                            const std::string& path);
[[nodiscard]] ExamHeader HeaderOf(const BankFile& bank,
                                  const CollectionExam& exam);
// Returns what each request to the daemon says.
[[nodiscard]] DaemonExam RequestOf(const CollectionExam& exam,
                                   const ExamHeader& header);

struct ExamReport {
  ExamHeader header;
  ExamOverview overview;
  double seconds = 0.0;
  std::size_t resumed = 0;
  // Questions of a foreign bank that were not examined.
  std::size_t left_out = 0;
};

// Grades the questions that the file lacks, and shows the progress. Errors:
// kInterrupted after SIGINT or SIGTERM (a later run can continue the file);
// those of RunExam.
[[nodiscard]] Outcome<ExamReport> RunExamWithProgress(
    const CommonOptions& common, const protocol::Bank& bank,
    const GradeBatch& grade, ResultsFile& file);

// Does the same in memory and writes no file. Errors: as above.
//   last_snapshot  set to the snapshot of the last question; the header of the
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

// Decides how a command waits while the daemon or its language model is busy.
// Unless kQuiet, it says so on standard error before the first pause.
//   bar         cleared before each message; outlives the result
//   is_stopped  true ends a pause
[[nodiscard]] BusyPatience PatienceWithModel(ProgressBar& bar,
                                             std::function<bool()> is_stopped,
                                             BusyNotice notice);

// Checks whether WriteOutput may write to `path`, and creates nothing. Errors:
// kRejected, with the reason.
[[nodiscard]] Outcome<void> CheckOutput(const std::string& path);

// Checks that `path` is none of the command's input files ("-" is standard
// input), by whatever name: writing would destroy what was read. Errors:
// kRejected, with both names.
[[nodiscard]] Outcome<void> CheckIsNoInput(const std::string& path,
                                           std::span<const std::string> inputs);

// Writes the whole file, or to standard output if `path` is "-". An existing
// file is replaced in one step after all was written; until then the name ends
// in ".new". Errors: kRejected, with the reason; those of CheckIsNoInput, for
// both names.
//   inputs  the files that the command has read
[[nodiscard]] Outcome<void> WriteOutput(const std::string& path,
                                        std::string_view contents,
                                        std::span<const std::string> inputs);

}  // namespace answerbox::client
