#include "client/backup/age.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "client/process/limited_process.h"

namespace answerbox::client {
namespace {

using platform::FileDescriptor;

Failure CanNotStart(int error) {
  return {ExitCode::kDaemonFailed, "internal",
          std::string("cannot start age: ") + std::strerror(error)};
}

// Starts age with these as its standard input and output.
Outcome<pid_t> Start(const std::vector<std::string>& arguments, int input,
                     int output) {
  const std::string program = FindProgram("age");
  if (program.empty()) {
    return Rejected(
        "encrypted backups need the program age, which is not installed: "
        "`apt install age`");
  }
  std::vector<char*> argv;
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t process = 0;
  const int error = ::posix_spawn(&process, program.c_str(), &actions, nullptr,
                                  argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return CanNotStart(error);
  return process;
}

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

Outcome<Pipe> MakePipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return CanNotStart(errno);
  return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

}  // namespace

Outcome<AgeProcess> AgeProcess::Encrypt(const std::string& recipient,
                                        int output) {
  auto pipe = MakePipe();
  if (!pipe) return pipe.error();
  auto process = Start({"age", "--encrypt", "--recipient", recipient},
                       pipe->read.get(), output);
  if (!process) return process.error();
  // If age ends early, writing to it is an error of ours.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  return AgeProcess(*process, std::move(pipe->write));
}

Outcome<AgeProcess> AgeProcess::Decrypt(const std::string& identity,
                                        int input) {
  auto pipe = MakePipe();
  if (!pipe) return pipe.error();
  auto process = Start({"age", "--decrypt", "--identity", identity}, input,
                       pipe->write.get());
  if (!process) return process.error();
  return AgeProcess(*process, std::move(pipe->read));
}

bool AgeProcess::MayHaveWritten(int file) noexcept {
  std::array<char, 32> begin{};
  const ssize_t size = ::pread(file, begin.data(), begin.size(), 0);
  if (size < 0) return true;
  const std::string_view text(begin.data(), static_cast<std::size_t>(size));
  return text.starts_with("age-encryption.org/") ||
         text.starts_with("-----BEGIN AGE ENCRYPTED FILE");
}

AgeProcess::AgeProcess(AgeProcess&& other) noexcept
    : process_(std::exchange(other.process_, 0)),
      pipe_(std::move(other.pipe_)) {}

AgeProcess::~AgeProcess() {
  if (process_ == 0) return;
  ::kill(process_, SIGKILL);
  static_cast<void>(Finish());
}

Outcome<void> AgeProcess::Finish() {
  pipe_ = FileDescriptor();
  int status = 0;
  const pid_t process = std::exchange(process_, 0);
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (WIFEXITED(status)) {
    return Rejected("age could not do its part; see its message above");
  }
  return Failure{ExitCode::kDaemonFailed, "internal",
                 "age was ended by signal " + std::to_string(WTERMSIG(status))};
}

}  // namespace answerbox::client
