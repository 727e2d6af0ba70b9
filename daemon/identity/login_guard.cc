#include "daemon/identity/login_guard.h"

#include <algorithm>
#include <array>

namespace answerbox::daemon {
namespace {

// Addresses, names and pairs share the map; these prefixes keep them apart. All
// slow a guess down: many names tried from one address, and one name tried from
// many addresses.
constexpr char kAddress = '@';
constexpr char kName = '=';
constexpr char kPair = '+';

// Longer keys are cut, so that the map's memory is bounded.
constexpr std::size_t kMaxKeyBytes = 240;

}  // namespace

// Builds a key without allocating.
class LoginGuard::Key {
 public:
  // The second text is of a pair. No name or address has a line feed.
  Key(char kind, std::string_view text, std::string_view second = {}) noexcept {
    Add({&kind, 1});
    Add(text);
    if (kind == kPair) Add("\n");
    Add(second);
  }
  [[nodiscard]] std::string_view view() const noexcept {
    return {bytes_.data(), size_};
  }

 private:
  void Add(std::string_view text) noexcept {
    const std::string_view part = text.substr(0, kMaxKeyBytes - size_);
    std::ranges::copy(part, bytes_.data() + size_);
    size_ += part.size();
  }

  std::array<char, kMaxKeyBytes> bytes_;
  std::size_t size_ = 0;
};

std::chrono::milliseconds LoginGuard::DelayOf(const Key& key,
                                              TimePoint now) const {
  const auto found = failures_.find(key.view());
  if (found == failures_.end()) return std::chrono::milliseconds(0);
  return std::max(
      std::chrono::milliseconds(0),
      std::chrono::ceil<std::chrono::milliseconds>(found->second.until - now));
}

// The longer of the two delays counts. The delay of an address with a name is
// never longer than the delay of the address.
std::chrono::milliseconds LoginGuard::DelayOf(std::string_view address,
                                              std::string_view name,
                                              TimePoint now) const {
  return std::max(DelayOf(Key(kAddress, address), now),
                  DelayOf(Key(kName, name), now));
}

std::chrono::milliseconds LoginGuard::DelayOfPair(std::string_view address,
                                                  std::string_view name,
                                                  TimePoint now) const {
  return DelayOf(Key(kPair, address, name), now);
}

bool LoginGuard::HasFailed(std::string_view address,
                           std::string_view name) const {
  return failures_.contains(Key(kAddress, address).view()) ||
         failures_.contains(Key(kName, name).view());
}

bool LoginGuard::Knows(std::string_view address, std::string_view name) const {
  const Key key(kPair, address, name);
  return std::ranges::find(known_, key.view()) != known_.end();
}

void LoginGuard::NoteFailure(std::string_view address, std::string_view name,
                             TimePoint now) {
  if (!address.empty()) Note(Key(kAddress, address), 0, now);
  Note(Key(kPair, address, name), 0, now);
  Note(Key(kName, name), kFreeOfName, now);
}

// The address keeps its failures: an attacker with one valid login could
// otherwise log in between guesses at another password, and so guess without
// delay.
void LoginGuard::NoteSuccess(std::string_view address, std::string_view name) {
  const Key pair(kPair, address, name);
  const Key own(kName, name);
  for (const std::string_view key : {own.view(), pair.view()}) {
    const auto found = failures_.find(key);
    if (found != failures_.end()) failures_.erase(found);
  }
  if (Knows(address, name)) return;
  if (known_.size() < kMaxKnown) {
    known_.emplace_back(pair.view());
    return;
  }
  known_[next_known_] = pair.view();
  next_known_ = (next_known_ + 1) % kMaxKnown;
}

void LoginGuard::Note(const Key& key, unsigned free, TimePoint now) {
  auto found = failures_.find(key.view());
  if (found == failures_.end()) {
    MakeRoom(now);
    found = failures_.emplace(std::string(key.view()), Failures{.until = now})
                .first;
    // The failures are so old that they no longer count: a password mistyped in
    // the morning must not delay a login in the evening.
  } else if (found->second.until + kMemory <= now) {
    found->second = {.until = now};
  }
  Failures& failures = found->second;
  failures.until = std::max(failures.until, now);
  if (++failures.count <= free) return;
  failures.delay = std::clamp(2 * failures.delay, kFirstDelay, kLongestDelay);
  // The new delay begins at the end of the present one, so guesses that were
  // made at the same moment wait one after the other.
  failures.until += failures.delay;
  // Many simultaneous failures must not add up to hours.
  failures.until = std::min(failures.until, now + kLongestDelay);
}

// An attacker with many addresses must not take memory without bound. The entry
// whose delay ends first is dropped, as it protects the least.
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
