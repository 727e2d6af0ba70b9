#include "platform/power/instruction_counter.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace answerbox::platform {

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
