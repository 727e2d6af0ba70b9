// Runs an exam: asks a bank's questions, batch after batch, and writes the
// results. Waits for a daemon, or its language model, that is busy with others.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "client/exam/results_file.h"
#include "client/failure.h"
#include "client/rpc/connection.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {

// Pauses double from the first to the longest. When pauses of kBusyTotal have
// passed without a grade, the exam ends.
inline constexpr std::chrono::milliseconds kFirstBusyPause{250};
inline constexpr std::chrono::milliseconds kLongestBusyPause{10'000};
inline constexpr std::chrono::milliseconds kBusyTotal{600'000};

class BusyPatience {
 public:
  // Waits for that time, or until the user wants to stop.
  using Pause = std::function<void(std::chrono::milliseconds)>;

  BusyPatience() = default;  // Waits for nothing.
  explicit BusyPatience(Pause pause) : pause_(std::move(pause)) {}

  // Waits, if the failure says that the daemon or its model is busy. False:
  // the failure is another one, or the patience is exhausted.
  [[nodiscard]] bool WaitsAfter(const Failure& failure);
  // Restores the patience after a question was graded.
  void Rest();

 private:
  Pause pause_;
  std::chrono::milliseconds next_ = kFirstBusyPause;
  std::chrono::milliseconds left_ = kBusyTotal;
};

// The daemon takes as many questions in one request.
inline constexpr std::size_t kExamBatch = 64;
// If a language model grades them, which may take minutes for each.
inline constexpr std::size_t kExamBatchByModel = 1;

struct GradedBatch {
  // The questions' members of exam.grade's reply, in the order of the bank.
  std::vector<boost::json::object> questions;
  std::optional<std::uint64_t> snapshot;
  std::optional<GradingModel> model = {};  // That graded, if one did.
};

// Grades the questions of a bank from number `first` on; 1 to kExamBatch.
using GradeBatch =
    std::function<Outcome<GradedBatch>(std::size_t first, std::size_t count)>;

struct DaemonExam {
  std::string collection;
  std::uint64_t k = 20;
  std::uint64_t tau = 4;
  boost::json::object further;  // Members of every request.
};

// Asks the daemon. Both outlive the result. Errors: those of Connection::Call,
// with the bank's name; kDaemonFailed for a reply with other questions.
[[nodiscard]] GradeBatch ByDaemon(const protocol::Bank& bank,
                                  const DaemonExam& exam,
                                  Connection& connection);

// Returns false to stop after the questions that are done.
using ExamProgress = std::function<bool(std::size_t done)>;

enum class ExamEnd : std::uint8_t { kComplete, kStopped };

// Asks the questions that the file lacks and adds them; then, unless it was
// stopped, the sums. After an error the file holds whole lines, and the exam
// can go on.
//   progress  also called after each pause for a language model that is busy
//   seconds   set to the time that grading took; writing and pauses are not
//             counted
//   patience  with such a model; then its failure is that of the exam
[[nodiscard]] Outcome<ExamEnd> RunExam(
    const protocol::Bank& bank, const GradeBatch& grade, ResultsFile& file,
    const ExamProgress& progress, double& seconds, BusyPatience patience = {});

// Checks that --grader key can grade the bank. Errors: kRejected, naming a
// question without a key.
[[nodiscard]] Outcome<void> CheckKeys(const std::string& name,
                                      const protocol::Bank& bank);

}  // namespace answerbox::client
