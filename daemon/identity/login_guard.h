// Slows down callers who try out passwords: computes how long the answer to a
// login waits, from earlier failures. The time is an argument, and nothing
// sleeps here.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace answerbox::daemon {

// Used by one thread.
class LoginGuard {
 public:
  using Clock = std::chrono::steady_clock;
  using TimePoint = Clock::time_point;

  static constexpr std::chrono::seconds kFirstDelay{1};
  static constexpr std::chrono::seconds kLongestDelay{30};
  // So many failures in a row delay their addresses, but not their name: else
  // anybody could hold a name by one wrong password.
  static constexpr unsigned kFreeOfName = 3;
  // A failure is forgotten this long after its delay is over.
  static constexpr std::chrono::minutes kMemory{10};
  // The most addresses and names that are remembered. Past that, those whose
  // delay ends first are forgotten: an attacker with many names gains no time
  // for one of them.
  static constexpr std::size_t kMaxKeys = 1'024;
  // The most pairs of address and name that are known to have logged in.
  static constexpr std::size_t kMaxKnown = 256;

  // Returns how long the answer to a login from `address` for `name` has to
  // wait, whether it is right or wrong. 0 when neither has failed lately.
  // Allocates nothing.
  [[nodiscard]] std::chrono::milliseconds DelayOf(std::string_view address,
                                                  std::string_view name,
                                                  TimePoint now) const;
  // Returns the part of it that failures of this very address and name cause.
  [[nodiscard]] std::chrono::milliseconds DelayOfPair(std::string_view address,
                                                      std::string_view name,
                                                      TimePoint now) const;
  // Returns whether the address or the name has failed lately.
  [[nodiscard]] bool HasFailed(std::string_view address,
                               std::string_view name) const;
  // Returns whether the name has logged in from the address lately.
  [[nodiscard]] bool Knows(std::string_view address,
                           std::string_view name) const;
  // Delays further answers for the address, for the pair and, after
  // kFreeOfName failures, for the name: first by 1 s, twice as long after each
  // further one, and kLongestDelay at most. An empty address is not remembered:
  // callers of a Unix socket share it.
  void NoteFailure(std::string_view address, std::string_view name,
                   TimePoint now);
  // Forgets the failures of the name, but not those of the address: a caller
  // who knows one password must not try out others faster.
  void NoteSuccess(std::string_view address, std::string_view name);

  [[nodiscard]] std::size_t size() const noexcept { return failures_.size(); }

 private:
  struct Failures {
    std::chrono::seconds delay{0};
    unsigned count = 0;
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

  class Key;

  [[nodiscard]] std::chrono::milliseconds DelayOf(const Key& key,
                                                  TimePoint now) const;
  void Note(const Key& key, unsigned free, TimePoint now);
  void MakeRoom(TimePoint now);

  Table failures_;  // The key is a prefix, and an address or name or both.
  std::vector<std::string> known_;  // At most kMaxKnown keys of pairs.
  std::size_t next_known_ = 0;      // The one that is replaced next.
};

}  // namespace answerbox::daemon
