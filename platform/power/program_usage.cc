#include "platform/power/program_usage.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string>
#include <string_view>

#include "platform/power/attribute.h"

namespace answerbox::platform {
namespace {

using std::chrono::nanoseconds;

constexpr std::uint64_t kMaxUsec = std::uint64_t{1} << 52;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 62;
// proc(5), /proc/PID/stat, counted from the state, which follows the name in
// parentheses.
constexpr std::size_t kStartTime = 22 - 3;

std::optional<std::uint64_t> NumberAt(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  return number;
}

// Returns the number after `name` at the beginning of a line. Lines may be in
// any order, and newer kernels add some.
std::optional<std::uint64_t> NumberAfter(std::string_view text,
                                         std::string_view name) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.starts_with(name)) return NumberAt(line.substr(name.size()));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::nullopt;
}

// A program may have any name, with blanks and parentheses.
std::uint64_t StartTimeIn(std::string_view stat) {
  const std::size_t close = stat.rfind(')');
  if (close == std::string_view::npos) return 0;
  std::string_view rest = stat.substr(close + 1);
  for (std::size_t field = 0; field < kStartTime; ++field) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    rest.remove_prefix(std::min(rest.find(' '), rest.size()));
  }
  return NumberAt(rest).value_or(0);
}

std::optional<std::uint64_t> KibibytesAfter(std::string_view status,
                                            std::string_view name) {
  const auto kibibytes = NumberAfter(status, name);
  if (!kibibytes || *kibibytes > kMaxBytes / 1024) return std::nullopt;
  return *kibibytes * 1024;
}

std::optional<std::uint64_t> BytesIn(const std::filesystem::path& file) {
  const Result<std::uint64_t> bytes = ReadNumber(file, kMaxBytes);
  if (!bytes) return std::nullopt;
  return *bytes;
}

}  // namespace

// The clock of a process counts nanoseconds, and reading it needs no right to
// see the process's folder in /proc. What only the folder provides may be
// absent.
Result<ProgramUsage> ReadProcessUsage(pid_t process,
                                      const std::filesystem::path& root) {
  const std::filesystem::path folder = root / "proc" / std::to_string(process);
  clockid_t clock{};
  timespec time{};
  int code = ::clock_getcpuclockid(process, &clock);
  if (code == 0 && ::clock_gettime(clock, &time) != 0) code = errno;
  if (process <= 0) code = ESRCH;
  if (code != 0) {
    return Error{{code, boost::system::system_category()},
                 "read the CPU time of",
                 "process " + std::to_string(process)};
  }
  ProgramUsage usage;
  usage.cpu_time =
      std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
  if (const auto stat = ReadAttribute(folder / "stat")) {
    usage.started = StartTimeIn(*stat);
  }
  if (const auto status = ReadAttribute(folder / "status")) {
    usage.memory_bytes = KibibytesAfter(*status, "VmRSS:");
    usage.peak_memory_bytes = KibibytesAfter(*status, "VmHWM:");
  }
  return usage;
}

// Counts all that the service has run, including children, since the group was
// made.
Result<ProgramUsage> ReadCgroupUsage(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "cpu.stat";
  const Result<std::string> stat = ReadAttribute(file);
  if (!stat) return stat.error();
  const auto usec = NumberAfter(*stat, "usage_usec ");
  if (!usec || *usec > kMaxUsec) {
    return MalformedReading("no usage_usec", file);
  }
  ProgramUsage usage;
  usage.cpu_time = std::chrono::microseconds(static_cast<std::int64_t>(*usec));
  usage.memory_bytes = BytesIn(folder / "memory.current");
  usage.peak_memory_bytes = BytesIn(folder / "memory.peak");
  return usage;
}

// Counts user mode only: counting the kernel's instructions needs a right that
// services do not have.
std::chrono::nanoseconds OwnCpuTime() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) +
         std::chrono::nanoseconds(now.tv_nsec);
}

std::optional<InstructionCounter> InstructionCounter::Open() {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.read_format =
      PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  constexpr int kThisThread = 0;
  constexpr int kAnyProcessor = -1;
  constexpr int kNoGroup = -1;
  const long number =
      ::syscall(SYS_perf_event_open, &attributes, kThisThread, kAnyProcessor,
                kNoGroup, static_cast<unsigned long>(PERF_FLAG_FD_CLOEXEC));
  if (number < 0) return std::nullopt;
  return InstructionCounter(FileDescriptor(static_cast<int>(number)));
}

std::optional<std::uint64_t> InstructionCounter::Read() const {
  // perf_event_open(2), "Reading results": the count, and how long the event
  // was enabled and counted.
  std::array<std::uint64_t, 3> words{};
  const ssize_t size = ::read(event_.get(), words.data(), sizeof words);
  if (size != static_cast<ssize_t>(sizeof words) || words[1] != words[2]) {
    return std::nullopt;
  }
  return words[0];
}

}  // namespace answerbox::platform
