// A line on a terminal that shows the progress of long work, its rate, and the
// time left.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Work is measured in bytes, or in items if `total_bytes` is 0.
struct Progress {
  std::uint64_t done_bytes = 0;
  std::uint64_t total_bytes = 0;
  std::uint64_t done_items = 0;
  std::uint64_t total_items = 0;  // 0: the work is not counted in items.
  std::chrono::milliseconds elapsed{0};
};

// Returns the line, at most `columns` wide, without a line end:
//   [#########>            ]  42 %  720/1,716  7.2 MB/s  3 s left
[[nodiscard]] std::string RenderProgress(const Progress& progress,
                                         std::size_t columns);

// Draws on standard error if that is a terminal, else does nothing. Clears the
// line when it is destroyed.
class ProgressBar {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ProgressBar(const Terminal& terminal);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar() { Clear(); }

  // Draws at most ten times a second. Fills in `progress.elapsed`.
  void Update(Progress progress);
  void Clear();

  [[nodiscard]] std::chrono::milliseconds elapsed() const;

 private:
  bool enabled_;
  bool drawn_ = false;
  std::size_t columns_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point last_drawn_ = {};
};

}  // namespace answerbox::client
