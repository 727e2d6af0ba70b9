#include "platform/file/mapped_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <limits>
#include <utility>

#include "platform/file/open_file.h"

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

namespace {

// The system calls take non-const pointers, but do not write.
void* Address(std::span<const std::byte> bytes) noexcept {
  return const_cast<std::byte*>(bytes.data());
}

// Of all mappings whose pages are kept.
constinit std::atomic<std::size_t> all_kept_bytes = 0;

}  // namespace

// The descriptor is closed at once; the mapping holds the file. mmap(2) refuses
// a length of 0, so an empty file is an empty mapping.
Result<MappedFile> MappedFile::Open(const std::filesystem::path& path) {
  auto file = OpenRegularFile(path, O_RDONLY);
  if (!file) return file.error();
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return LastError("stat", path);
  if (status.st_size == 0) return MappedFile();
  if (static_cast<std::uintmax_t>(status.st_size) >
      std::numeric_limits<std::size_t>::max() / 2) {
    errno = EFBIG;
    return LastError("map", path);
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->get(), 0);
  if (address == MAP_FAILED) return LastError("map", path);
  return MappedFile(std::span(static_cast<const std::byte*>(address), size),
                    {status.st_dev, status.st_ino});
}

MappedFile::~MappedFile() {
  // No longer protected before the addresses may belong to another mapping.
  protection_ = ProtectedMapping();
  all_kept_bytes -= kept_bytes_;
  if (!bytes_.empty()) ::munmap(Address(bytes_), bytes_.size());
}

// Questions touch a few pages here and there. Reading ahead would fill a small
// board's memory with pages that nobody asked for.
void MappedFile::SetReadAhead(ReadAhead ahead) const noexcept {
  if (!bytes_.empty()) {
    ::madvise(Address(bytes_), bytes_.size(),
              ahead == ReadAhead::kNothing ? MADV_RANDOM : MADV_NORMAL);
  }
}

// Dropping the pages loses nothing: they are read from the file again.
void MappedFile::Release() const noexcept {
  if (!bytes_.empty()) {
    ::madvise(Address(bytes_), bytes_.size(), MADV_DONTNEED);
  }
}

// Not the whole file is read at once: only what is touched is kept.
bool MappedFile::KeepPages() const noexcept {
  if (kept_bytes_ != 0 || bytes_.empty()) return true;
  if (all_kept_bytes.fetch_add(bytes_.size()) + bytes_.size() <=
          kMostKeptBytes &&
      ::mlock2(Address(bytes_), bytes_.size(), MLOCK_ONFAULT) == 0) {
    kept_bytes_ = bytes_.size();
    return true;
  }
  all_kept_bytes -= bytes_.size();
  return false;
}

bool MappedFile::MapAgain(const std::filesystem::path& path) const {
  const auto file = OpenRegularFile(path, O_RDONLY);
  struct stat status {};
  if (!file || ::fstat(file->get(), &status) != 0 ||
      FileId{status.st_dev, status.st_ino} != file_ || bytes_.empty() ||
      ::mmap(Address(bytes_), bytes_.size(), PROT_READ, MAP_PRIVATE | MAP_FIXED,
             file->get(), 0) != Address(bytes_)) {
    return false;
  }
  all_kept_bytes -= std::exchange(kept_bytes_, 0);
  return true;
}

}  // namespace answerbox::platform
