#include "daemon/exam/check_schedule.h"

#include <algorithm>

namespace answerbox::daemon {

void CheckSchedule::Observe(const std::string& collection, std::uint64_t guard,
                            std::uint64_t snapshot, Time now) {
  const auto [place, is_new] = entries_.try_emplace(collection);
  Entry& entry = place->second;
  // After a start each collection is examined once, but not at the moment when
  // the daemon begins to serve.
  if (is_new) {
    entry = {.guard = guard, .snapshot = snapshot, .once = now + kAfterStart};
    return;
  }
  // The bank has changed, so results of the old one no longer count.
  if (entry.guard != guard) {
    entry = {.guard = guard, .snapshot = snapshot, .once = now};
    return;
  }
  if (entry.snapshot == snapshot) return;
  entry.snapshot = snapshot;
  if (!entry.first_change) entry.first_change = now;
  entry.last_change = now;
}

void CheckSchedule::Forget(const std::string& collection) {
  entries_.erase(collection);
}

std::optional<CheckSchedule::Time> CheckSchedule::DueTime(
    const Entry& entry) const {
  // 0 means never, for all reasons: docs/limits.md, `exam_days`.
  if (interval_.count() == 0) return std::nullopt;
  Time due = Time::max();
  if (entry.once) due = std::min(due, *entry.once);
  if (entry.first_change) {
    // Documents often come one by one. Examining after each of them would keep
    // the box busy, and waiting for the end of an endless stream would take for
    // ever.
    due = std::min(due, std::min(entry.last_change + kQuiet,
                                 *entry.first_change + kLongestWait));
  }
  if (entry.checked) {
    due = std::min<Time>(due, *entry.checked + interval_);
  }
  return due;
}

std::optional<std::string> CheckSchedule::Due(Time now) const {
  std::optional<std::string> longest;
  Time since = now;
  for (const auto& [collection, entry] : entries_) {
    const auto due = DueTime(entry);
    if (!due || *due > since || (longest && *due == since)) continue;
    longest = collection;
    since = *due;
  }
  return longest;
}

void CheckSchedule::Done(const std::string& collection, std::uint64_t guard,
                         std::uint64_t snapshot, Time now) {
  entries_[collection] = {.guard = guard, .snapshot = snapshot, .checked = now};
}

void CheckSchedule::Failed(const std::string& collection, Time now) {
  Entry& entry = entries_[collection];
  // The retry also covers the change that caused this exam.
  entry.once = now + kRetry;
  entry.first_change.reset();
  entry.checked.reset();
}

}  // namespace answerbox::daemon
