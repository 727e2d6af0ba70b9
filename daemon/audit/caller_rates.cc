#include "daemon/audit/caller_rates.h"

#include <algorithm>
#include <new>

namespace answerbox::daemon {

CallerRates::Clock::duration CallerRates::TimeOf(
    std::size_t bytes) const noexcept {
  return std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(static_cast<double>(bytes) /
                                    static_cast<double>(bytes_per_s_)));
}

// The newcomer is put in before another is forgotten, so that a lack of memory
// changes nothing.
void CallerRates::Note(std::string_view caller, std::size_t bytes,
                       Clock::time_point now) noexcept {
  if (bytes_per_s_ == 0) return;
  const std::lock_guard lock(mutex_);
  auto found = filled_.find(caller);
  if (found == filled_.end()) {
    try {
      found = filled_.emplace(caller, Clock::time_point::max()).first;
    } catch (const std::bad_alloc&) {
      return;
    }
    if (filled_.size() > kMaxCallers) {
      filled_.erase(std::ranges::min_element(
          filled_, {},
          [](const Filled::value_type& one) { return one.second; }));
    }
    found->second = now;
  }
  found->second = std::max(found->second, now) + TimeOf(bytes);
}

bool CallerRates::IsOver(std::string_view caller, Clock::time_point now) const {
  if (bytes_per_s_ == 0) return false;
  const std::lock_guard lock(mutex_);
  const auto found = filled_.find(caller);
  return found != filled_.end() &&
         found->second - now >
             std::min<Clock::duration>(kBurst, TimeOf(kMaxBurstBytes));
}

}  // namespace answerbox::daemon
