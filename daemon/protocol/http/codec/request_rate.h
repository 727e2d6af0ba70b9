// How often one address may ask: so many requests a minute, and no more at once
// than a quarter of a minute's.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace answerbox::daemon::http {

// Used by one thread. The time is an argument.
class RequestRate {
 public:
  using Clock = std::chrono::steady_clock;

  // The most addresses that are remembered. Past that, the one is forgotten
  // that may ask most: it gains least.
  static constexpr std::size_t kMaxAddresses = 1'024;

  //   per_minute  at least 1
  explicit RequestRate(std::size_t per_minute);

  // Counts a request of the address. Returns nothing if it may be carried out,
  // else the time after which the next one may. Such a request is not counted.
  // Throws std::bad_alloc; then nothing was counted.
  [[nodiscard]] std::optional<std::chrono::seconds> Count(
      std::string_view address, Clock::time_point now);

  [[nodiscard]] std::size_t addresses() const noexcept {
    return full_at_.size();
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view address) const noexcept {
      return std::hash<std::string_view>()(address);
    }
  };

  void MakeRoom(Clock::time_point now);

  const Clock::duration interval_;  // That one request takes.
  const Clock::duration burst_;
  // When the address may ask as often at once as it ever may (the generic cell
  // rate algorithm, ITU-T I.371).
  std::unordered_map<std::string, Clock::time_point, Hash, std::equal_to<>>
      full_at_;
};

}  // namespace answerbox::daemon::http
