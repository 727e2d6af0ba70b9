#include "daemon/cascade/peer_process.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace answerbox::daemon {
namespace {

// The kernel closes a process's sockets a little before it has ended.
constexpr int kEndingMs = 300;

}  // namespace

PeerProcess::PeerProcess(pid_t process) : process_(process) {
#ifdef SYS_pidfd_open
  if (process > 0) {
    handle_ = platform::FileDescriptor(
        static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  }
#endif
}

bool PeerProcess::HasEnded() const {
  if (!handle_.is_open()) return false;
  pollfd ended{handle_.get(), POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&ended, 1, kEndingMs);
  } while (ready < 0 && errno == EINTR);
  return ready > 0;
}

}  // namespace answerbox::daemon
