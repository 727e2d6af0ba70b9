// The exam of systems by what they retrieved, as `exam run` and `exam diff` of
// the laboratory make it.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "client/commands/exam/exam_command.h"
#include "lab/client.h"
#include "lab/evaluate/judged_documents.h"
#include "lab/exam/foreign_bank.h"
#include "lab/exam/run_passages.h"

namespace answerbox::lab {

struct ExaminedRuns {
  std::vector<std::string> runs;  // Files.
  std::string passages;
  std::string format = "auto";  // Of the bank.
  ExamRules rules;
  unsigned threads = 0;  // 0: as many as the machine runs at once.
};

void AddExaminedRuns(CLI::App& command, ExaminedRuns& runs);
// --format.
void AddBankFormat(CLI::App& command, std::string& format);

// A bank's examination of each run.
class RunExamination {
 public:
  // Reads all files, so that a fault in one is told before anything is graded.
  // Errors: kUsage where options do not fit; those of the readers.
  [[nodiscard]] static Outcome<RunExamination> Prepare(
      const CommonOptions& common, const ExaminedRuns& runs,
      const std::string& bank);

  [[nodiscard]] const ForeignBank& bank() const { return bank_; }
  [[nodiscard]] std::size_t runs() const { return runs_.size(); }
  // The name of a run's file without folder and extension, to name results by.
  [[nodiscard]] std::string NameOf(std::size_t run) const;

  // Examines one and writes its results to `path`: "" for nowhere, "-" for
  // standard output. Errors: those of ResultsFile and RunExamWithProgress.
  [[nodiscard]] Outcome<ExamReport> Run(std::size_t run,
                                        const std::string& path,
                                        ExistingResults existing);
  // Examines one and keeps all questions in memory.
  [[nodiscard]] Outcome<ExamResults> Grade(std::size_t run);

 private:
  RunExamination(CommonOptions common, ExaminedRuns subject)
      : common_(std::move(common)), subject_(std::move(subject)) {}

  [[nodiscard]] Outcome<void> ReadRuns();
  [[nodiscard]] ExamHeader HeaderOfRun(std::size_t run) const;
  [[nodiscard]] Outcome<GradeBatch> GraderOf(std::size_t run);

  CommonOptions common_;
  ExaminedRuns subject_;
  ForeignBank bank_;
  std::vector<RetrievalRun> runs_;
  std::vector<std::string> run_digests_;
  std::unique_ptr<PassageExam> passages_;
};

}  // namespace answerbox::lab
