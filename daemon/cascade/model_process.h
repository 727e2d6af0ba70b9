// The process that serves a model: whether it still runs, and what asking it
// cost.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "platform/file_descriptor.h"
#include "platform/power/program_usage.h"

namespace answerbox::daemon {

class PeerProcess {
 public:
  PeerProcess() = default;
  // `process`: 0 when it is not known.
  explicit PeerProcess(pid_t process);

  [[nodiscard]] pid_t id() const noexcept { return process_; }

  // Whether the process has ended, for certain. A process that closed its
  // sockets may be ending: waits a moment for that. False when it is not known,
  // and on kernels without pidfd_open (before 5.3).
  [[nodiscard]] bool HasEnded() const;

 private:
  pid_t process_ = 0;
  platform::FileDescriptor handle_;
};

// Says whose CPU time a cost counts.
enum class ModelMeter : std::uint8_t {
  kUnresolved,  // Nobody's: by TCP the kernel does not tell who answers.
  kProcess,     // The command's, or that of the Unix socket's other end.
  kCgroup,      // The option model_cgroup's: with all children of a server.
};

struct ModelCost {
  ModelMeter meter = ModelMeter::kUnresolved;
  // While the call ran. Nothing when it is unresolved, or when the process
  // ended meanwhile.
  std::optional<std::chrono::nanoseconds> cpu_time;
  // The most since the model's start, with its weights.
  std::optional<std::uint64_t> peak_memory_bytes;
};

// Reads a meter at the beginning and at the end of a call.
class ModelMetering {
 public:
  // `cgroup`: the folder of a control group; empty: the process is metered.
  explicit ModelMetering(std::filesystem::path cgroup);

  // The call to `process` begins; 0: it is not known.
  //   is_new  the process was started for this call: all that it used counts
  void Begin(pid_t process, bool is_new = false);
  // The cost up to now, while a call runs.
  [[nodiscard]] ModelCost SoFar() const;
  // The call ends. A call that did not begin cost nothing that is known.
  [[nodiscard]] ModelCost End();

 private:
  [[nodiscard]] ModelCost Since(const platform::ProgramUsage& begun) const;
  [[nodiscard]] std::optional<platform::ProgramUsage> Read() const;

  const std::filesystem::path cgroup_;
  pid_t process_ = 0;
  std::optional<platform::ProgramUsage> begun_;
};

}  // namespace answerbox::daemon
