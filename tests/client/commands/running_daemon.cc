#include "tests/client/commands/running_daemon.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

constexpr int kReadySeconds = 60;

void Require(bool worked, const char* what) {
  if (worked) return;
  std::perror(what);
  std::abort();
}

// The notification socket, like that of systemd.
platform::FileDescriptor ListenForReadiness(const std::string& path) {
  platform::FileDescriptor listener(
      ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  Require(bind(listener.get(), reinterpret_cast<sockaddr*>(&address),
               sizeof address) == 0,
          "bind");
  const timeval patience{kReadySeconds, 0};
  setsockopt(listener.get(), SOL_SOCKET, SO_RCVTIMEO, &patience,
             sizeof patience);
  return listener;
}

void WaitUntilReady(int listener) {
  std::array<char, 1024> message;
  std::string_view received;
  do {
    const ssize_t count = recv(listener, message.data(), message.size(), 0);
    Require(count > 0, "answerboxd did not become ready");
    received = {message.data(), static_cast<std::size_t>(count)};
  } while (received.find("READY=1") == std::string_view::npos);
}

}  // namespace

RunningDaemon::RunningDaemon() {
  const std::string notify = folder_.path() / "notify";
  const std::string state = folder_.path() / "state";
  const std::string listening = socket();
  const platform::FileDescriptor listener = ListenForReadiness(notify);
  process_ = fork();
  Require(process_ >= 0, "fork");
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("NOTIFY_SOCKET", notify.c_str(), 1);
    // These tests do not check the daemon's log.
    const int null = open("/dev/null", O_WRONLY);
    dup2(null, STDERR_FILENO);
    execl(ANSWERBOXD, "answerboxd", "--state-dir", state.c_str(), "--socket",
          listening.c_str(), nullptr);
    _exit(127);
  }
  WaitUntilReady(listener.get());
}

RunningDaemon::~RunningDaemon() {
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

}  // namespace answerbox::client
