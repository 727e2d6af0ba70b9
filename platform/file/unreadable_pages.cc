#include "platform/file/unreadable_pages.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <utility>

namespace answerbox::platform {
namespace {

// `begin` is 0 while the place is free, and 1 while it is being filled.
struct Range {
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<std::uint32_t> replaced = 0;
};

// The handler of a signal may use lock-free atomics, and nothing that locks.
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);
constexpr std::uintptr_t kBeingFilled = 1;
constinit std::array<Range, 4096> ranges{};
constinit std::atomic<std::uint32_t> replaced = 0;
constinit std::uintptr_t page_bytes = 0;

Range* RangeOf(std::uintptr_t address) noexcept {
  for (Range& range : ranges) {
    const std::uintptr_t begin = range.begin.load(std::memory_order_acquire);
    if (begin > kBeingFilled && begin <= address &&
        address < range.end.load(std::memory_order_relaxed)) {
      return &range;
    }
  }
  return nullptr;
}

void Count(Range& range) noexcept {
  range.replaced.fetch_add(1, std::memory_order_seq_cst);
  replaced.fetch_add(1, std::memory_order_seq_cst);
}

// Counted before the zeros can be read, so that who sees them sees the count;
// and after that, so that nobody takes the page for a good one in between.
bool ReplacePage(Range& range, std::uintptr_t address) noexcept {
  Count(range);
  void* page = reinterpret_cast<void*>(address - address % page_bytes);
  if (::mmap(page, page_bytes, PROT_READ,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != page) {
    return false;
  }
  Count(range);
  return true;
}

void OnBusError(int signal, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (info->si_code == BUS_ADRERR) {
    Range* const range = RangeOf(address);
    if (range != nullptr && ReplacePage(*range, address)) return;
  }
  // The access is tried again, and this time it ends the process. A signal that
  // another process sent has to be repeated.
  ::signal(signal, SIG_DFL);
  if (info->si_code <= 0) ::raise(signal);
}

}  // namespace

void SurviveUnreadablePages() noexcept {
  page_bytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  struct sigaction action {};
  action.sa_sigaction = OnBusError;
  action.sa_flags = SA_SIGINFO;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGBUS, &action, nullptr);
}

std::uint32_t UnreadablePages() noexcept {
  return replaced.load(std::memory_order_seq_cst);
}

ProtectedMapping::ProtectedMapping(
    std::span<const std::byte> mapping) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(mapping.data());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    std::uintptr_t expected = 0;
    if (ranges[i].begin.compare_exchange_strong(expected, kBeingFilled)) {
      ranges[i].replaced.store(0, std::memory_order_relaxed);
      ranges[i].end.store(begin + mapping.size(), std::memory_order_relaxed);
      ranges[i].begin.store(begin, std::memory_order_release);
      place_ = i;
      return;
    }
  }
}

ProtectedMapping::ProtectedMapping(ProtectedMapping&& other) noexcept
    : place_(std::exchange(other.place_, kNone)) {}

ProtectedMapping& ProtectedMapping::operator=(
    ProtectedMapping&& other) noexcept {
  std::swap(place_, other.place_);
  return *this;
}

std::uint32_t ProtectedMapping::unreadable_pages() const noexcept {
  return place_ == kNone
             ? 0
             : ranges[place_].replaced.load(std::memory_order_seq_cst);
}

ProtectedMapping::~ProtectedMapping() {
  if (place_ != kNone) {
    ranges[place_].begin.store(0, std::memory_order_release);
  }
}

}  // namespace answerbox::platform
