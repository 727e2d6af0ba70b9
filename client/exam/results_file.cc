#include "client/exam/results_file.h"

#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>

#include "client/input/file_contents.h"
#include "client/terminal/json_text.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kOtherwise =
    "; give another file, or --overwrite to begin anew";

// Returns what differs between the exams of two headers, apart from their
// snapshots; empty if they are the same. A file with lines of two exams would
// look complete, but its sums would be meaningless.
std::string Difference(const ExamHeader& before, const ExamHeader& now) {
  if (before.bank_sha256 != now.bank_sha256) return "bank";
  if (before.collection != now.collection) return "collection";
  if (before.run != now.run || before.run_sha256 != now.run_sha256) {
    return "run or its passages";
  }
  if (before.k != now.k) return "k";
  if (before.tau != now.tau) return "tau";
  // NoteModel compares the models.
  if (before.grader != now.grader) return "grader";
  return {};
}

// An empty file, such as mktemp creates, holds nothing that could be lost.
bool HasBytes(const std::string& path) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path, error);
  return !error && bytes > 0;
}

}  // namespace

Outcome<ResultsFile> ResultsFile::Open(const std::string& path,
                                       const ExamHeader& header,
                                       const protocol::Bank& bank,
                                       ExistingResults existing) {
  ResultsFile file(path, header);
  if (path.empty() || path == kStandardStream) return file;
  const bool continues =
      existing == ExistingResults::kContinue && HasBytes(path);
  if (continues) {
    const auto contents = ReadFileContents(path, kMaxResultsBytes);
    if (!contents) return contents.error();
    // Half a first line comes from an exam that was cut at once, and is written
    // again. Any other file is left alone.
    if (contents->find('\n') != std::string::npos) {
      const auto results =
          ParseExamResults(path, *contents, ResultsPart::kBeginning);
      if (!results) {
        Failure failure = results.error();
        failure.message += kOtherwise;
        return failure;
      }
      const auto resumed = file.Resume(*results, bank);
      if (!resumed) return resumed.error();
    } else if (!LooksLikeResults(*contents)) {
      return Rejected(path + " holds no results of an exam" +
                      std::string(kOtherwise));
    }
  }
  file.file_.open(path, file.has_header_ ? std::ios::binary | std::ios::app
                                         : std::ios::binary | std::ios::trunc);
  if (!file.file_) return Rejected("cannot write " + path);
  return file;
}

Outcome<void> ResultsFile::Resume(const ExamResults& results,
                                  const protocol::Bank& bank) {
  const std::string different = Difference(results.header, header_);
  if (!different.empty()) {
    return Rejected(path_ + " holds the results of an exam with another " +
                    different + std::string(kOtherwise));
  }
  if (results.is_complete) {
    return Rejected(path_ + " holds the results of this exam already" +
                    std::string(kOtherwise));
  }
  for (std::size_t q = 0; q < results.questions.size(); ++q) {
    if (q >= bank.size() || results.questions[q].id != bank[q].id) {
      return Rejected(path_ + " holds the questions in another order" +
                      std::string(kOtherwise));
    }
    overview_.Add(results.questions[q]);
  }
  // Half a line, left by a cut or a full disk, would stay between the lines.
  std::error_code error;
  std::filesystem::resize_file(path_, results.lines_bytes, error);
  if (error) return Rejected("cannot write " + path_ + ": " + error.message());
  header_ = results.header;
  snapshot_ = header_.snapshot;
  resumed_ = results.questions.size();
  has_header_ = true;
  return {};
}

// Within one run documents may change: the sums name both snapshots. But an
// exam that continues later would silently mix two states of the collection.
Outcome<void> ResultsFile::NoteSnapshot(std::uint64_t snapshot) {
  const bool is_first = overview_.tally().questions() == resumed_;
  if (resumed_ > 0 && is_first && header_.snapshot &&
      *header_.snapshot != snapshot) {
    return Rejected("the collection has changed since " + path_ +
                    " was cut (snapshot " + std::to_string(*header_.snapshot) +
                    ", now " + std::to_string(snapshot) + ")" +
                    std::string(kOtherwise));
  }
  snapshot_ = snapshot;
  if (!has_header_ && !header_.snapshot) header_.snapshot = snapshot;
  return {};
}

Outcome<void> ResultsFile::NoteModel(const GradingModel& model) {
  if (header_.model && !header_.model->MayBe(model)) {
    return Rejected(
        "the daemon's language model is now " + model.Text() +
        "; the questions before were graded by " + header_.model->Text() +
        (file_.is_open() ? std::string(kOtherwise) : "; begin the exam anew"));
  }
  if (!header_.model) header_.model = model;
  return {};
}

// Standard output may be a terminal, which a document's sentence must not
// control.
Outcome<void> ResultsFile::Write(const std::string& line) {
  if (path_.empty()) return {};
  if (path_ == kStandardStream) {
    const Terminal terminal = Terminal::Of(STDOUT_FILENO, ColorChoice::kAuto);
    std::cout << ShownJson(terminal, line);
    return {};
  }
  file_ << line;
  if (!file_) return Rejected("cannot write " + path_);
  return {};
}

Outcome<void> ResultsFile::WriteHeld() {
  if (!has_header_) {
    const auto written = Write(HeaderLine(header_));
    if (!written) return written;
    has_header_ = true;
  }
  return Write(std::exchange(held_, {}));
}

Outcome<void> ResultsFile::Add(const boost::json::object& line) {
  // The line is counted as it will be read again, so that sums and lines agree.
  overview_.Add(ToResultQuestion(line));
  held_ += JsonText(line) + "\n";
  const bool lacks_model =
      header_.grader == ExamGrader::kModel && !header_.model;
  return lacks_model ? Outcome<void>() : WriteHeld();
}

// Flushed after each batch, so that a killed exam need not ask again what it
// has graded.
Outcome<void> ResultsFile::Flush() {
  if (path_ == kStandardStream) std::cout.flush();
  if (!file_.is_open()) return {};
  file_.flush();
  if (!file_) return Rejected("cannot write " + path_);
  return {};
}

// Closing reports what a full disk could not take. The sums are then missing,
// and the exam can continue.
Outcome<void> ResultsFile::Finish(double seconds) {
  const auto held = WriteHeld();
  if (!held) return held;
  const auto written =
      Write(SummaryLine(overview_.tally(), seconds, snapshot_));
  if (!written) return written;
  if (!file_.is_open()) return {};
  file_.close();
  if (!file_) return Rejected("cannot write " + path_);
  return {};
}

}  // namespace answerbox::client
