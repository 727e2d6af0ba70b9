#include "daemon/methods/progress_report.h"

#include <chrono>

namespace answerbox::daemon {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{100};

}  // namespace

Progress ReportTo(const Reply& reply, bool is_wanted) {
  using Steady = std::chrono::steady_clock;
  if (!is_wanted) return [](std::uint64_t, std::uint64_t) {};
  return [reply, last = Steady::time_point()](std::uint64_t done,
                                              std::uint64_t total) mutable {
    const Steady::time_point now = Steady::now();
    if (now - last < kProgressInterval && done != total) return;
    last = now;
    reply.Progress({done, total});
  };
}

}  // namespace answerbox::daemon
