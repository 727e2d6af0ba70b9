// Writes results while an exam runs, so that a run that was cut can go on.
#pragma once

#include <fstream>
#include <optional>
#include <string>

#include "client/exam/exam_overview.h"
#include "client/exam/exam_results.h"
#include "client/failure.h"

namespace answerbox::client {

enum class ExistingResults : std::uint8_t {
  kContinue,  // Goes on where the same exam was cut. Another is an error.
  kOverwrite,
};

class ResultsFile {
 public:
  // Opens the file `path`, "-" for standard output, or nothing where `path` is
  // empty. Where the file holds the beginning of the same exam's results, cuts
  // off what follows its last whole line; resumed() has these questions.
  // Errors: kRejected where the file can't be written, holds something else, is
  // complete, or is of another exam: the message says what differs.
  //   header  of the exam; without a snapshot
  //   bank    in whose order the questions are
  [[nodiscard]] static Outcome<ResultsFile> Open(const std::string& path,
                                                 const ExamHeader& header,
                                                 const protocol::Bank& bank,
                                                 ExistingResults existing);

  [[nodiscard]] const ExamHeader& header() const { return header_; }
  // Counts the questions that were there and those that were added.
  [[nodiscard]] const ExamOverview& overview() const { return overview_; }
  [[nodiscard]] std::size_t resumed() const { return resumed_; }
  // The snapshot at which the last question was asked.
  [[nodiscard]] std::optional<std::uint64_t> snapshot() const {
    return snapshot_;
  }

  // Says which snapshot the next questions were asked of. The first is written
  // into the header. Errors: kRejected where questions that were there before
  // are of another.
  [[nodiscard]] Outcome<void> NoteSnapshot(std::uint64_t snapshot);

  // Says which language model graded the next questions. The first is written
  // into the header, unless that stands there already. Errors: kRejected where
  // questions before were graded by another.
  [[nodiscard]] Outcome<void> NoteModel(const GradingModel& model);

  // Adds a question's line. As long as a language model that grades is not
  // known, because no question had a passage, lines are held back: they cost
  // nothing to make again. Errors: kRejected if it can't be written.
  [[nodiscard]] Outcome<void> Add(const boost::json::object& line);
  // Hands all lines to the operating system. Errors: as Add.
  [[nodiscard]] Outcome<void> Flush();
  // Adds the line of sums and closes the file. Errors: as Add.
  [[nodiscard]] Outcome<void> Finish(double seconds);

 private:
  ResultsFile(std::string path, ExamHeader header)
      : path_(std::move(path)), header_(std::move(header)) {}

  [[nodiscard]] Outcome<void> Resume(const ExamResults& results,
                                     const protocol::Bank& bank);
  [[nodiscard]] Outcome<void> Write(const std::string& line);
  // The header, unless it is there, and the lines that were held back.
  [[nodiscard]] Outcome<void> WriteHeld();

  std::string path_;
  std::ofstream file_;
  ExamHeader header_;
  ExamOverview overview_;
  std::size_t resumed_ = 0;
  bool has_header_ = false;
  std::string held_;  // Lines that wait for the header.
  std::optional<std::uint64_t> snapshot_;
};

}  // namespace answerbox::client
