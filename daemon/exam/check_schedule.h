// Decides when a collection with an exam is examined: after start, when it gets
// a bank, after its documents change, and then from time to time. It has no
// clock: callers give the time of a steady clock. So a wrong date neither
// delays a check nor repeats it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace answerbox::daemon {

class CheckSchedule {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Time from one exam to the next, unless an option says otherwise.
  static constexpr std::chrono::days kInterval{7};
  // The time from when a collection is first seen to its first check.
  static constexpr std::chrono::seconds kAfterStart{2};
  // An exam waits until no change has come for this time, so that one exam
  // covers many changes,
  static constexpr std::chrono::seconds kQuiet{60};
  // but it waits no longer than this.
  static constexpr std::chrono::hours kLongestWait{1};
  // Time to the next attempt after an exam that failed.
  static constexpr std::chrono::hours kRetry{1};

  // With 0 days, no collection is ever due.
  explicit CheckSchedule(std::chrono::days interval) : interval_(interval) {}
  void SetInterval(std::chrono::days interval) noexcept {
    interval_ = interval;
  }

  // Notes the present state of the collection.
  //   guard     number of its guard's file
  //   snapshot  number of its snapshot
  void Observe(const std::string& collection, std::uint64_t guard,
               std::uint64_t snapshot, Time now);
  // Forgets a collection that is gone or has no guard any more.
  void Forget(const std::string& collection);

  // Returns the collection that has been due for longest. Linear in their
  // number.
  [[nodiscard]] std::optional<std::string> Due(Time now) const;

  // Notes that this guard and snapshot were examined, or could not be.
  void Done(const std::string& collection, std::uint64_t guard,
            std::uint64_t snapshot, Time now);
  void Failed(const std::string& collection, Time now);

 private:
  struct Entry {
    std::uint64_t guard = 0;
    std::uint64_t snapshot = 0;
    std::optional<Time> once{};  // Due for a reason other than a change.
    // Times of the first and the last change that no exam covers yet.
    std::optional<Time> first_change{};
    Time last_change{};
    std::optional<Time> checked{};
  };

  [[nodiscard]] std::optional<Time> DueTime(const Entry& entry) const;

  std::chrono::days interval_;
  std::map<std::string, Entry> entries_;
};

}  // namespace answerbox::daemon
