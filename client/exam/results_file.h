// Writes results while an exam runs, so that an interrupted run can continue.
#pragma once

#include <fstream>
#include <optional>
#include <string>

#include "client/exam/exam_overview.h"
#include "client/exam/exam_results.h"
#include "client/failure.h"

namespace answerbox::client {

enum class ExistingResults : std::uint8_t {
  kContinue,  // Continues the same exam. Results of another one are an error.
  kOverwrite,
};

class ResultsFile {
 public:
  // Opens the file `path`, "-" for standard output, or nothing if `path` is
  // empty. If the file holds the beginning of the same exam's results, cuts off
  // what follows its last whole line; resumed() counts these questions. Errors:
  // kRejected if the file can't be written, holds something else, is complete,
  // or belongs to another exam: the message says what differs.
  //   header  of the exam, without a snapshot
  //   bank    gives the order of the questions
  [[nodiscard]] static Outcome<ResultsFile> Open(const std::string& path,
                                                 const ExamHeader& header,
                                                 const protocol::Bank& bank,
                                                 ExistingResults existing);

  [[nodiscard]] const ExamHeader& header() const { return header_; }
  // Counts the questions that the file had and those that were added.
  [[nodiscard]] const ExamOverview& overview() const { return overview_; }
  [[nodiscard]] std::size_t resumed() const { return resumed_; }
  // Returns the snapshot at which the last question was asked.
  [[nodiscard]] std::optional<std::uint64_t> snapshot() const {
    return snapshot_;
  }

  // Records the snapshot of the next questions. The first one is written into
  // the header. Errors: kRejected if questions that the file had before belong
  // to another.
  [[nodiscard]] Outcome<void> NoteSnapshot(std::uint64_t snapshot);

  // Records the language model of the next questions. The first one is written
  // into the header unless it is there already. Errors: kRejected if another
  // model graded earlier questions.
  [[nodiscard]] Outcome<void> NoteModel(const GradingModel& model);

  // Adds a question's line. As long as no question had a passage, the language
  // model that grades is unknown, and lines are held back: they cost nothing to
  // make again. Errors: kRejected if the line can't be written.
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
  // Writes the header, unless the file has it, and the lines that were held
  // back.
  [[nodiscard]] Outcome<void> WriteHeld();

  std::string path_;
  std::ofstream file_;
  ExamHeader header_;
  ExamOverview overview_;
  std::size_t resumed_ = 0;
  bool has_header_ = false;
  std::string held_;  // Lines that wait until the header is written.
  std::optional<std::uint64_t> snapshot_;
};

}  // namespace answerbox::client
