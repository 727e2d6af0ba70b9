// The options that all commands of `answerbox exam` share which ask questions:
// the bank, the collections or runs that are examined, and how they are graded.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/commands/command.h"
#include "client/commands/word_options.h"
#include "client/exam/bank_file.h"
#include "client/exam/exam_run.h"

namespace answerbox::client {

struct ExamSubject {
  std::string collection;  // Of the daemon; empty if runs are examined.
  std::vector<std::string> runs;
  std::string passages;
  std::string format = "auto";
  std::uint64_t k = 20;
  std::optional<std::uint64_t> tau;
  ExamGrader grader = ExamGrader::kSelf;
  unsigned threads = 0;  // 0: as many as the machine runs at once.
  bool overwrite = false;
  WordOptions words;
};

void AddExamSubject(CLI::App& command, ExamSubject& subject);
// --format.
void AddBankFormat(CLI::App& command, std::string& format);

// A bank's examination of each of its subjects: the collection, or the runs.
class Examination {
 public:
  // Reads all files, so that a fault in one is told before anything is asked.
  // Errors: kUsage where options do not fit; those of the readers.
  [[nodiscard]] static Outcome<Examination> Prepare(const CommonOptions& common,
                                                    const ExamSubject& subject,
                                                    const std::string& bank);

  [[nodiscard]] const BankFile& bank() const { return bank_; }
  // The number of collections or runs; at least 1.
  [[nodiscard]] std::size_t subjects() const;
  // The subject's name, to name files by. A run has its file's name without
  // folder and extension.
  [[nodiscard]] std::string NameOf(std::size_t subject) const;

  struct Report {
    ExamHeader header;
    ExamOverview overview;
    double seconds = 0.0;
    std::size_t resumed = 0;
  };
  // Examines one and writes its results to `path`: "" for nowhere, "-" for
  // standard output. Errors: kInterrupted after SIGINT or SIGTERM, when the
  // file can be gone on with; those of ResultsFile and RunExam.
  [[nodiscard]] Outcome<Report> Run(std::size_t subject,
                                    const std::string& path);

  struct Graded {
    ExamHeader header;
    std::vector<ResultQuestion> questions;
    // At which the last question was asked; the header has that of the first.
    std::optional<std::uint64_t> last_snapshot;
  };
  // Examines one and keeps all questions in memory. Errors: as Run.
  [[nodiscard]] Outcome<Graded> Grade(std::size_t subject);

 private:
  Examination(CommonOptions common, ExamSubject subject)
      : common_(std::move(common)), subject_(std::move(subject)) {}

  [[nodiscard]] Outcome<void> ReadRuns();
  [[nodiscard]] ExamHeader HeaderOf(std::size_t subject) const;
  [[nodiscard]] Outcome<Report> RunInto(std::size_t subject, ResultsFile& file,
                                        std::vector<ResultQuestion>* kept);
  [[nodiscard]] Outcome<Report> RunWith(const GradeBatch& grade,
                                        ResultsFile& file);

  CommonOptions common_;
  ExamSubject subject_;
  BankFile bank_;
  std::vector<RetrievalRun> runs_;
  std::vector<std::string> run_digests_;
  std::unique_ptr<PassageExam> passages_;
};

}  // namespace answerbox::client
