// Counts the instructions that the calling thread executes in user mode, if
// processor and kernel permit (perf_event_open(2)).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "platform/file_descriptor.h"

namespace answerbox::platform {

class InstructionCounter {
 public:
  // Starts counting on the calling thread. Nothing if the machine cannot count
  // or does not permit it, as in many virtual machines and in services with
  // filtered system calls.
  [[nodiscard]] static std::optional<InstructionCounter> Open();

  // Instructions since Open; nothing if the processor's counters were used for
  // something else for some of the time.
  [[nodiscard]] std::optional<std::uint64_t> Read() const;

 private:
  explicit InstructionCounter(FileDescriptor event)
      : event_(std::move(event)) {}

  FileDescriptor event_;
};

}  // namespace answerbox::platform
