// Runs an exam: asks a bank's questions, batch after batch, and writes the
// results.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "client/exam/busy_patience.h"
#include "client/exam/results_file.h"
#include "client/failure.h"
#include "client/rpc/connection.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {

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
