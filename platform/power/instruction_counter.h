// Counts the instructions that the calling thread executes in user mode, where
// the processor and the kernel's rules allow it (perf_event_open(2)).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "platform/file_descriptor.h"

namespace answerbox::platform {

class InstructionCounter {
 public:
  // Counts from now on, on the thread that calls. Nothing where the machine
  // does not count, or doesn't let us: many virtual machines, and services
  // whose system calls are filtered.
  [[nodiscard]] static std::optional<InstructionCounter> Open();

  // Since Open; nothing when the processor's counters were lent to others for
  // some of the time.
  [[nodiscard]] std::optional<std::uint64_t> Read() const;

 private:
  explicit InstructionCounter(FileDescriptor event)
      : event_(std::move(event)) {}

  FileDescriptor event_;
};

}  // namespace answerbox::platform
