// Slows down who tries out passwords: how long an answer to a login waits, by
// what failed before. Pure: the time is an argument, and nothing sleeps here.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace answerbox::daemon {

// Used by one thread.
class LoginGuard {
 public:
  using Clock = std::chrono::steady_clock;
  using TimePoint = Clock::time_point;

  static constexpr std::chrono::seconds kFirstDelay{1};
  static constexpr std::chrono::seconds kLongestDelay{30};
  // A failure is forgotten so long after its delay is over.
  static constexpr std::chrono::minutes kMemory{10};
  // Addresses and names that are remembered. When there are more, those whose
  // delay ends first are forgotten: an attacker with many names gains no time
  // for one of them.
  static constexpr std::size_t kMaxKeys = 1'024;

  // Before an answer to a login from `address` for `name`, whether right or
  // wrong. 0 when neither has failed lately. Allocates nothing.
  [[nodiscard]] std::chrono::milliseconds DelayOf(std::string_view address,
                                                  std::string_view name,
                                                  TimePoint now) const;
  // 1 s after the first failure, twice as long after each further one, and
  // kLongestDelay at most; for the address and for the name. An empty address
  // is not remembered: callers of a Unix socket share it.
  void NoteFailure(std::string_view address, std::string_view name,
                   TimePoint now);
  // Forgets the failures of the name, but not those of the address: who knows
  // one password must not try out others faster.
  void NoteSuccess(std::string_view name);

  [[nodiscard]] std::size_t size() const noexcept { return failures_.size(); }

 private:
  struct Failures {
    std::chrono::seconds delay{0};
    TimePoint until;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const noexcept {
      return std::hash<std::string_view>()(key);
    }
  };
  using Table =
      std::unordered_map<std::string, Failures, Hash, std::equal_to<>>;

  void Note(char kind, std::string_view text, TimePoint now);
  void MakeRoom(TimePoint now);

  Table failures_;  // By a sign for addresses or names, and which one.
};

}  // namespace answerbox::daemon
