// A disk without room.
#pragma once

#include <signal.h>
#include <sys/resource.h>

namespace answerbox::tests {

// A limit on the file size, which makes writes fail like a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : signal_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, signal_);
  }

 private:
  rlimit before_{};
  sighandler_t signal_;
};

}  // namespace answerbox::tests
