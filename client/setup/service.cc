#include "client/setup/service.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <thread>

#include "client/process/limited_process.h"

extern char** environ;

namespace answerbox::client {
namespace {

using Clock = std::chrono::steady_clock;

Failure CommandFailed(const std::vector<std::string>& words,
                      const std::string& why) {
  std::string command;
  for (const std::string& word : words) {
    command += (command.empty() ? "" : " ") + word;
  }
  return {ExitCode::kDaemonFailed, "command", "\"" + command + "\" " + why};
}

// Attributes with no signal blocked: setup blocks some for itself.
class UnblockedChild {
 public:
  UnblockedChild() {
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
  }
  UnblockedChild(const UnblockedChild&) = delete;
  UnblockedChild& operator=(const UnblockedChild&) = delete;
  ~UnblockedChild() { ::posix_spawnattr_destroy(&attributes_); }
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

bool IsAnswering(const std::string& socket) {
  auto connection = Connection::Open(
      socket, SilenceLimits{.give_up = std::chrono::seconds(5)});
  return connection && connection->CallPatiently("status", {}).has_value();
}

}  // namespace

Outcome<void> RunProgram(const std::vector<std::string>& words) {
  const std::string path = FindProgram(words[0]);
  if (path.empty()) return CommandFailed(words, "is not installed");
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const UnblockedChild attributes;
  pid_t child = 0;
  // What it says is not what was asked of us, which may be JSON.
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int error = ::posix_spawn(&child, path.c_str(), &actions,
                                  attributes.get(), arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return CommandFailed(words, std::generic_category().message(error));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return CommandFailed(words, "was lost");
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return CommandFailed(
      words, WIFEXITED(status)
                 ? "failed with " + std::to_string(WEXITSTATUS(status))
                 : "was ended by a signal");
}

Outcome<void> RestartService(const std::string& socket,
                             std::chrono::seconds patience) {
  auto done = RunProgram({"systemctl", "daemon-reload"});
  if (done) done = RunProgram({"systemctl", "restart", kServiceName});
  if (!done) return done.error();
  const auto deadline = Clock::now() + patience;
  while (!IsAnswering(socket)) {
    if (Clock::now() > deadline) {
      return Failure{ExitCode::kNoDaemon, "no_reply",
                     "the daemon does not answer at " + socket + " after " +
                         std::to_string(patience.count()) +
                         " s: see \"journalctl -u answerboxd\""};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return {};
}

}  // namespace answerbox::client
