#include "daemon/jobs/job_board.h"

#include <utility>

namespace answerbox::daemon {

std::string_view ToString(JobKind kind) noexcept {
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

JobBoard::Job::Job(JobBoard* board, JobKind kind, std::string_view collection)
    : board_(board) {
  if (board_ == nullptr) return;
  JobStatus begun;
  begun.kind = kind;
  begun.collection = collection;
  begun.began = std::chrono::steady_clock::now();
  const std::lock_guard lock(board_->mutex_);
  place_ = board_->jobs_.insert(board_->jobs_.end(), std::move(begun));
}

JobBoard::Job::~Job() {
  if (board_ == nullptr) return;
  const std::lock_guard lock(board_->mutex_);
  board_->jobs_.erase(place_);
}

void JobBoard::Job::Advance(std::uint64_t done, std::uint64_t total) {
  if (board_ == nullptr) return;
  const std::lock_guard lock(board_->mutex_);
  place_->done = done;
  place_->total = total;
}

std::vector<JobStatus> JobBoard::List() const {
  const std::lock_guard lock(mutex_);
  return {jobs_.begin(), jobs_.end()};
}

}  // namespace answerbox::daemon
