// The CPU time and memory that one program has used, as the kernel counts them:
// of a process, or of a control group (cgroup v2). Also the instructions of one
// thread.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

struct ProgramUsage {
  // The time of all threads since the program's start. A process's children
  // count in its control group only.
  std::chrono::nanoseconds cpu_time{0};
  // Nothing if the kernel does not provide it.
  std::optional<std::uint64_t> memory_bytes;
  std::optional<std::uint64_t> peak_memory_bytes;
  // When a process started, in ticks after the machine did. Distinguishes two
  // processes that had the same number. 0 when /proc does not show the process.
  std::uint64_t started = 0;
};

// Reads the usage of a process. Works without /proc/PID too: a service may not
// see processes of other users there. Errors: the system's when there is no
// such process.
//   root  where /proc is; "/" except in tests
[[nodiscard]] Result<ProgramUsage> ReadProcessUsage(
    pid_t process, const std::filesystem::path& root = "/");

// Reads cpu.stat (usage_usec), memory.current and memory.peak (Linux 5.19) of
// the folder. Errors: the system's when there is no cpu.stat;
// MalformedReading when it has another form.
[[nodiscard]] Result<ProgramUsage> ReadCgroupUsage(
    const std::filesystem::path& folder);

// Returns the CPU time of the calling thread.
[[nodiscard]] std::chrono::nanoseconds OwnCpuTime() noexcept;

// Counts the instructions that the calling thread executes in user mode, if
// processor and kernel permit (perf_event_open(2)).
class InstructionCounter {
 public:
  // Starts counting on the calling thread. Returns nothing if the machine
  // cannot count or does not permit it, as in many virtual machines and in
  // services with filtered system calls.
  [[nodiscard]] static std::optional<InstructionCounter> Open();

  // Returns the instructions since Open; nothing if the processor's counters
  // were used for something else for some of the time.
  [[nodiscard]] std::optional<std::uint64_t> Read() const;

 private:
  explicit InstructionCounter(FileDescriptor event)
      : event_(std::move(event)) {}

  FileDescriptor event_;
};

}  // namespace answerbox::platform
