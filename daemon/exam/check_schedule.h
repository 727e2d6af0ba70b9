// When a collection with an exam is examined: after start, when it gets a bank,
// after its documents were changed, and then from time to time. Knows no clock:
// callers give the time, of a clock that nobody can set. So a date that is far
// wrong neither delays a check nor repeats it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace answerbox::daemon {

class CheckSchedule {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // From one exam to the next, unless an option says otherwise.
  static constexpr std::chrono::days kInterval{7};
  // The time from when a collection is first seen to its first check.
  static constexpr std::chrono::seconds kAfterStart{2};
  // Changes that follow each other within this time are examined together,
  static constexpr std::chrono::seconds kQuiet{60};
  // but none waits longer than this.
  static constexpr std::chrono::hours kLongestWait{1};
  // After an exam that could not be made.
  static constexpr std::chrono::hours kRetry{1};

  // 0 days: no collection is ever due.
  explicit CheckSchedule(std::chrono::days interval) : interval_(interval) {}
  void SetInterval(std::chrono::days interval) noexcept {
    interval_ = interval;
  }

  // Tells what the collection is now.
  //   guard     number of its guard's file
  //   snapshot  number of its snapshot
  void Observe(const std::string& collection, std::uint64_t guard,
               std::uint64_t snapshot, Time now);
  // The collection is gone, or has no guard any more.
  void Forget(const std::string& collection);

  // The collection that has been due for longest. Linear in their number.
  [[nodiscard]] std::optional<std::string> Due(Time now) const;

  // The exam of this guard and snapshot was made, or could not be made.
  void Done(const std::string& collection, std::uint64_t guard,
            std::uint64_t snapshot, Time now);
  void Failed(const std::string& collection, Time now);

 private:
  struct Entry {
    std::uint64_t guard = 0;
    std::uint64_t snapshot = 0;
    std::optional<Time> once{};  // Due for another reason than a change.
    // The first and the last change that no exam has seen.
    std::optional<Time> first_change{};
    Time last_change{};
    std::optional<Time> checked{};
  };

  [[nodiscard]] std::optional<Time> DueTime(const Entry& entry) const;

  std::chrono::days interval_;
  std::map<std::string, Entry> entries_;
};

}  // namespace answerbox::daemon
