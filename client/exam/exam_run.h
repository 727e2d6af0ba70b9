// Runs an exam: asks a bank's questions batch by batch and writes the results.
// Waits while the daemon or its language model is busy.
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

// Pauses double from the first to the longest. The exam ends after pauses of
// kBusyTotal in a row without a grade.
inline constexpr std::chrono::milliseconds kFirstBusyPause{250};
inline constexpr std::chrono::milliseconds kLongestBusyPause{10'000};
inline constexpr std::chrono::milliseconds kBusyTotal{600'000};

class BusyPatience {
 public:
  // Waits for the given time, or until the user wants to stop.
  using Pause = std::function<void(std::chrono::milliseconds)>;

  BusyPatience() = default;  // Never waits.
  explicit BusyPatience(Pause pause) : pause_(std::move(pause)) {}

  // Waits if the failure says that the daemon or its model is busy. Returns
  // false for any other failure, and when the total time is used up.
  [[nodiscard]] bool WaitsAfter(const Failure& failure);
  // Starts the pauses anew after a question was graded.
  void Rest();

 private:
  Pause pause_;
  std::chrono::milliseconds next_ = kFirstBusyPause;
  std::chrono::milliseconds left_ = kBusyTotal;
};

// The daemon accepts at most this many questions in one request.
inline constexpr std::size_t kExamBatch = 64;
// The batch for a language model, which may take minutes for each question.
inline constexpr std::size_t kExamBatchByModel = 1;

struct GradedBatch {
  // The questions' members of exam.grade's reply, in the order of the bank.
  std::vector<boost::json::object> questions;
  std::optional<std::uint64_t> snapshot;
  std::optional<GradingModel> model = {};  // The model that graded, if one did.
};

// Grades `count` questions of a bank, 1 to kExamBatch, from number `first` on.
using GradeBatch =
    std::function<Outcome<GradedBatch>(std::size_t first, std::size_t count)>;

struct DaemonExam {
  std::string collection;
  std::uint64_t k = 20;
  std::uint64_t tau = 4;
  boost::json::object further;  // Further members of every request.
};

// Returns a function that asks the daemon. `bank` and `connection` must outlive
// it. Errors: those of Connection::Call, with the bank's name; kDaemonFailed
// for a reply with other questions.
[[nodiscard]] GradeBatch ByDaemon(const protocol::Bank& bank,
                                  const DaemonExam& exam,
                                  Connection& connection);

// Returns false to stop after the questions that are done.
using ExamProgress = std::function<bool(std::size_t done)>;

enum class ExamEnd : std::uint8_t { kComplete, kStopped };

// Asks the questions that the file lacks and adds them, then the sums unless it
// was stopped. After an error the file holds whole lines, so that the exam can
// continue.
//   progress  also called after each pause for a busy language model
//   seconds   set to the time that grading took, without writing and pauses
//   patience  for such a model; when it is used up, the exam ends with the
//             model's failure
[[nodiscard]] Outcome<ExamEnd> RunExam(
    const protocol::Bank& bank, const GradeBatch& grade, ResultsFile& file,
    const ExamProgress& progress, double& seconds, BusyPatience patience = {});

// Checks that --grader key can grade the bank. Errors: kRejected, naming a
// question without a key.
[[nodiscard]] Outcome<void> CheckKeys(const std::string& name,
                                      const protocol::Bank& bank);

}  // namespace answerbox::client
