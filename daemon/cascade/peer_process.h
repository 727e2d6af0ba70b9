// The process that serves a model: whether it still runs.
#pragma once

#include <sys/types.h>

#include "platform/file_descriptor.h"

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

}  // namespace answerbox::daemon
