// A real answerboxd on a socket of its own, for as long as a test needs it.
#pragma once

#include <sys/types.h>

#include <string>

#include "tests/client/scratch_folder.h"

namespace answerbox::client {

class RunningDaemon {
 public:
  // Returns when the daemon says that it is ready.
  RunningDaemon();
  RunningDaemon(const RunningDaemon&) = delete;
  RunningDaemon& operator=(const RunningDaemon&) = delete;
  ~RunningDaemon();

  [[nodiscard]] std::string socket() const { return folder_.path() / "s"; }

 private:
  ScratchFolder folder_;
  pid_t process_ = -1;
};

}  // namespace answerbox::client
