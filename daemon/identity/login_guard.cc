#include "daemon/identity/login_guard.h"

#include <algorithm>
#include <array>

namespace answerbox::daemon {
namespace {

// Addresses and names share the map, and these keep them apart. A guess is
// slowed by both: many names from one address, and one name from many
// addresses.
constexpr char kAddress = '@';
constexpr char kName = '=';

// Longer ones are cut: keys are bounded, as their number is.
constexpr std::size_t kMaxKeyBytes = 160;

// A key without an allocation.
class Key {
 public:
  Key(char kind, std::string_view text) noexcept {
    bytes_[0] = kind;
    const std::string_view part = text.substr(0, kMaxKeyBytes - 1);
    std::ranges::copy(part, bytes_.data() + 1);
    size_ = 1 + part.size();
  }
  [[nodiscard]] std::string_view view() const noexcept {
    return {bytes_.data(), size_};
  }

 private:
  std::array<char, kMaxKeyBytes> bytes_;
  std::size_t size_;
};

}  // namespace

std::chrono::milliseconds LoginGuard::DelayOf(std::string_view address,
                                              std::string_view name,
                                              TimePoint now) const {
  // The longer of the two delays counts.
  std::chrono::milliseconds delay{0};
  for (const Key& key : {Key(kAddress, address), Key(kName, name)}) {
    const auto found = failures_.find(key.view());
    if (found == failures_.end()) continue;
    delay = std::max(delay, std::chrono::ceil<std::chrono::milliseconds>(
                                found->second.until - now));
  }
  return delay;
}

void LoginGuard::NoteFailure(std::string_view address, std::string_view name,
                             TimePoint now) {
  if (!address.empty()) Note(kAddress, address, now);
  Note(kName, name, now);
}

// The address is not forgiven: who knows one password could otherwise guess
// another one without delay, with a login of its own in between.
void LoginGuard::NoteSuccess(std::string_view name) {
  const auto found = failures_.find(Key(kName, name).view());
  if (found != failures_.end()) failures_.erase(found);
}

void LoginGuard::Note(char kind, std::string_view text, TimePoint now) {
  const Key key(kind, text);
  auto found = failures_.find(key.view());
  if (found == failures_.end()) {
    MakeRoom(now);
    found = failures_.emplace(std::string(key.view()), Failures{}).first;
    // Quiet for so long: a password that was mistyped this morning does not
    // count.
  } else if (found->second.until + kMemory <= now) {
    found->second.delay = {};
  }
  Failures& failures = found->second;
  failures.delay = std::clamp(2 * failures.delay, kFirstDelay, kLongestDelay);
  // From the end of the present delay on: guesses that were made at the same
  // moment wait one after the other.
  failures.until = std::max(failures.until, now) + failures.delay;
  // Many that failed at once must not add up to hours.
  failures.until = std::min(failures.until, now + kLongestDelay);
}

// An attacker with many addresses must not take memory without bound. The one
// whose delay ends first gives way: it is the least that a failure can lose.
void LoginGuard::MakeRoom(TimePoint now) {
  if (failures_.size() < kMaxKeys) return;
  std::erase_if(failures_, [now](const auto& one) {
    return one.second.until + kMemory <= now;
  });
  if (failures_.size() < kMaxKeys) return;
  failures_.erase(std::ranges::min_element(
      failures_, {}, [](const auto& one) { return one.second.until; }));
}

}  // namespace answerbox::daemon
