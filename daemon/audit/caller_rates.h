// How many bytes of records each caller makes, so that nobody fills the disk by
// asking. A caller may make in a burst what he may make in kBurst, and at most
// kMaxBurstBytes.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace answerbox::daemon {

// Safe to use from any thread.
class CallerRates {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::seconds kBurst{64};
  static constexpr std::size_t kMaxBurstBytes = std::size_t{16} << 20;
  // Callers who have made records lately. Past that, who has made least of
  // them is forgotten.
  static constexpr std::size_t kMaxCallers = 256;

  // Makes the bound; 0: there is none.
  explicit CallerRates(std::uint64_t bytes_per_s) noexcept
      : bytes_per_s_(bytes_per_s) {}

  // Counts a record. If memory has no room for the caller, it is not counted.
  void Note(std::string_view caller, std::size_t bytes,
            Clock::time_point now = Clock::now()) noexcept;
  // Returns whether the caller has made too much, and must wait.
  [[nodiscard]] bool IsOver(std::string_view caller,
                            Clock::time_point now = Clock::now()) const;

 private:
  // When the caller's bytes would be made at the rate. A burst is how far this
  // may be ahead.
  using Filled = std::map<std::string, Clock::time_point, std::less<>>;

  [[nodiscard]] Clock::duration TimeOf(std::size_t bytes) const noexcept;

  const std::uint64_t bytes_per_s_;
  mutable std::mutex mutex_;
  Filled filled_;
};

}  // namespace answerbox::daemon
