// The list of long jobs under way, with their progress. `status` shows it.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace answerbox::daemon {

enum class JobKind : std::uint8_t {
  kMerge,      // Segments of similar size become one.
  kErase,      // Segments are written without the documents removed from them.
  kCompact,    // All segments of a collection become one.
  kVerify,     // A whole collection is read and checked.
  kCalibrate,  // Energy at rest and of questions is measured in turns.
  kExamine,    // The questions of a collection's exam are asked.
  kVectors,    // Dense vectors of a collection are made.
};

// The name in replies, such as "merge".
[[nodiscard]] std::string_view ToString(JobKind kind) noexcept;

struct JobStatus {
  JobKind kind = JobKind::kMerge;
  std::string collection;
  // The unit is the byte. A calibration counts stretches, an exam questions,
  // and vectors are made in steps.
  // `total` may grow; 0: not known yet.
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::chrono::steady_clock::time_point began;
};

// Safe from any thread.
class JobBoard {
 public:
  // Lists one job as long as this object lives. The board outlives it.
  class Job {
   public:
    // `board` may be null: the job is then not listed.
    Job(JobBoard* board, JobKind kind, std::string_view collection);
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    void Advance(std::uint64_t done, std::uint64_t total);

   private:
    JobBoard* const board_;
    std::list<JobStatus>::iterator place_;
  };

  // In the order in which they began.
  [[nodiscard]] std::vector<JobStatus> List() const;

 private:
  mutable std::mutex mutex_;
  std::list<JobStatus> jobs_;
};

inline std::string_view ToString(JobKind kind) noexcept {
  switch (kind) {
    case JobKind::kMerge:
      return "merge";
    case JobKind::kErase:
      return "erase";
    case JobKind::kCompact:
      return "compact";
    case JobKind::kVerify:
      return "verify";
    case JobKind::kCalibrate:
      return "calibrate";
    case JobKind::kExamine:
      return "examine";
    case JobKind::kVectors:
      return "vectors";
  }
  return "";
}

inline JobBoard::Job::Job(JobBoard* board, JobKind kind,
                          std::string_view collection)
    : board_(board) {
  if (board_ == nullptr) return;
  JobStatus begun;
  begun.kind = kind;
  begun.collection = collection;
  begun.began = std::chrono::steady_clock::now();
  const std::lock_guard lock(board_->mutex_);
  place_ = board_->jobs_.insert(board_->jobs_.end(), std::move(begun));
}

inline JobBoard::Job::~Job() {
  if (board_ == nullptr) return;
  const std::lock_guard lock(board_->mutex_);
  board_->jobs_.erase(place_);
}

inline void JobBoard::Job::Advance(std::uint64_t done, std::uint64_t total) {
  if (board_ == nullptr) return;
  const std::lock_guard lock(board_->mutex_);
  place_->done = done;
  place_->total = total;
}

inline std::vector<JobStatus> JobBoard::List() const {
  const std::lock_guard lock(mutex_);
  return {jobs_.begin(), jobs_.end()};
}

}  // namespace answerbox::daemon
