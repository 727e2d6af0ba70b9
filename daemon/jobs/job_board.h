// Long work under way that nobody need wait for, and how far each piece has
// come: what `status` and other observers show.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::daemon {

enum class JobKind : std::uint8_t {
  kMerge,      // Segments of similar size become one.
  kRebuild,    // A segment of an older format is written anew.
  kErase,      // Segments are written without the documents removed from them.
  kCompact,    // All segments of a collection become one.
  kVerify,     // All of a collection is read and checked.
  kCalibrate,  // Rest and questions are measured in turns.
};

// "merge"; as replies call it.
[[nodiscard]] std::string_view ToString(JobKind kind) noexcept;

struct JobStatus {
  JobKind kind = JobKind::kMerge;
  std::string collection;
  // Bytes, or stretches of a calibration. The total may grow; 0: not known yet.
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::chrono::steady_clock::time_point began;
};

// Safe from any thread.
class JobBoard {
 public:
  // Stands for one job, from here to the end of its life. The board outlives
  // it.
  class Job {
   public:
    // Without a board, nobody is told.
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

}  // namespace answerbox::daemon
