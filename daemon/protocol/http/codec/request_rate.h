// How often one address may ask: so many requests a minute, and no more at once
// than a quarter of a minute's.
#pragma once

#include <algorithm>
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
  explicit RequestRate(std::size_t per_minute)
      : interval_(Clock::duration(std::chrono::minutes(1)) /
                  static_cast<Clock::rep>(per_minute)),
        burst_(std::max<Clock::duration>(interval_, std::chrono::seconds(15))) {
  }

  // Counts a request of the address. Returns nothing if it may be carried out,
  // else the time after which the next one may. Such a request is not counted.
  // Throws std::bad_alloc; then nothing was counted.
  [[nodiscard]] std::optional<std::chrono::seconds> Count(
      std::string_view address, Clock::time_point now) {
    auto found = full_at_.find(address);
    if (found == full_at_.end()) {
      if (full_at_.size() >= kMaxAddresses) MakeRoom(now);
      found = full_at_.emplace(address, now).first;
    }
    const Clock::time_point full_at = std::max(found->second, now) + interval_;
    if (full_at > now + burst_) {
      return std::chrono::ceil<std::chrono::seconds>(full_at - now - burst_);
    }
    found->second = full_at;
    return std::nullopt;
  }

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

  // Those that could ask as if they were new are forgotten without loss.
  void MakeRoom(Clock::time_point now) {
    std::erase_if(full_at_,
                  [now](const auto& one) { return one.second <= now; });
    if (full_at_.size() < kMaxAddresses) return;
    full_at_.erase(std::ranges::min_element(
        full_at_, {}, [](const auto& one) { return one.second; }));
  }

  const Clock::duration interval_;  // That one request takes.
  const Clock::duration burst_;
  // When the address may ask as often at once as it ever may (the generic cell
  // rate algorithm, ITU-T I.371).
  std::unordered_map<std::string, Clock::time_point, Hash, std::equal_to<>>
      full_at_;
};

}  // namespace answerbox::daemon::http
