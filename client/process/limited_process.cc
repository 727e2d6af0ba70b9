#include "client/process/limited_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

using platform::FileDescriptor;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxErrorBytes = 64u << 10;
constexpr int kExecFailed = 127;

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

boost::system::error_code LastError() {
  return {errno, boost::system::system_category()};
}

boost::system::result<Pipe> MakePipe() {
  std::array<int, 2> fds{};
  if (pipe2(fds.data(), O_CLOEXEC) != 0) return LastError();
  return Pipe{FileDescriptor(fds[0]), FileDescriptor(fds[1])};
}

void Limit(decltype(RLIMIT_CPU) resource, rlim_t value) {
  const rlimit limit{value, value};
  setrlimit(resource, &limit);
}

// Everything the child needs, prepared before fork: between fork and exec only
// async-signal-safe calls are allowed.
struct ChildPlan {
  const char* program;
  char* const* arguments;
  int null_fd;
  int output_fd;
  int error_fd;
  int input_fd;
  pid_t parent;
  ProcessLimits limits;
};

[[noreturn]] void BecomeProgram(const ChildPlan& plan) {
  // If we are killed, nobody would read the child's output or end the child at
  // its deadline.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the call above.
  if (getppid() != plan.parent) _exit(kExecFailed);
  // Ctrl-C is meant for us, not for the child.
  setpgid(0, 0);
  // A set-user-ID program in $PATH gets no rights that we do not have.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // Copies lie above the range used below, so that none overwrites another.
  const int input = fcntl(plan.input_fd, F_DUPFD, 16);
  const int output = fcntl(plan.output_fd, F_DUPFD, 16);
  const int error = fcntl(plan.error_fd, F_DUPFD, 16);
  if (dup2(plan.null_fd, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
      dup2(error, STDERR_FILENO) < 0 || dup2(input, kChildInputFd) < 0) {
    _exit(kExecFailed);
  }
  const auto seconds = static_cast<rlim_t>(plan.limits.processor_time.count());
  Limit(RLIMIT_CPU, seconds);
  Limit(RLIMIT_CORE, 0);
  Limit(RLIMIT_FSIZE, 0);
  Limit(RLIMIT_NOFILE, 32);  // Also closes descriptors above these.
  Limit(RLIMIT_DATA, static_cast<rlim_t>(plan.limits.memory_bytes));
  Limit(RLIMIT_AS, static_cast<rlim_t>(plan.limits.address_space_bytes));
  // Linux before 5.9 has no such call.
  if (close_range(kChildInputFd + 1, ~0u, 0) != 0) {
    for (int fd = kChildInputFd + 1; fd < 1024; ++fd) close(fd);
  }
  signal(SIGPIPE, SIG_DFL);
  static char locale[] = "LC_ALL=C";
  // The child may use one core, so OpenMP gets one thread.
  static char threads[] = "OMP_THREAD_LIMIT=1";
  char* const environment[] = {locale, threads, nullptr};
  execve(plan.program, plan.arguments, environment);
  _exit(kExecFailed);
}

// Appends what `fd` holds, up to `limit` bytes in all, and drops the rest.
// Reads on past the limit, so that a child never blocks in a write to us.
// Returns false at the end of the stream.
bool Drain(int fd, std::string& into, std::size_t limit, bool& over) {
  std::array<char, 64u << 10> buffer;
  const ssize_t count = read(fd, buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR;
  if (count == 0) return false;
  const auto room = limit - into.size();
  over |= static_cast<std::size_t>(count) > room;
  into.append(buffer.data(), std::min(static_cast<std::size_t>(count), room));
  return true;
}

// The same for the child's output; `read` counts the bytes.
bool DrainOutput(int fd, const ProcessLimits& limits, std::size_t& read,
                 ProcessEnd& end) {
  bool over = false;
  const std::size_t before = end.output.size();
  const bool goes_on = Drain(
      fd, end.output, limits.condense ? SIZE_MAX : limits.output_bytes, over);
  read += end.output.size() - before;
  if (limits.condense) limits.condense(end.output);
  if (over || read > limits.read_bytes ||
      end.output.size() > limits.output_bytes) {
    end.how = ProcessEnd::How::kOutputTooLong;
  }
  return goes_on;
}

int MillisecondsUntil(Clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count() + 1, 0));
}

// Reads both streams to their ends. Kills the child when it exceeds a bound.
// Reads both at once: if we waited at one pipe while the child fills the other,
// both would wait for ever.
void Collect(pid_t child, int output_fd, int error_fd,
             const ProcessLimits& limits, Clock::time_point deadline,
             ProcessEnd& end) {
  // poll ignores descriptors below 0.
  std::array<pollfd, 3> streams{{{output_fd, POLLIN, 0},
                                 {error_fd, POLLIN, 0},
                                 {limits.stop_fd, POLLIN, 0}}};
  std::size_t bytes_read = 0;
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    const int ready =
        poll(streams.data(), streams.size(), MillisecondsUntil(deadline));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0 || streams[2].revents != 0) {
      end.how = ProcessEnd::How::kTimedOut;
      break;
    }
    bool ignored = false;
    if (streams[0].revents != 0 &&
        !DrainOutput(output_fd, limits, bytes_read, end)) {
      streams[0].fd = -1;
    }
    if (streams[1].revents != 0 &&
        !Drain(error_fd, end.errors, kMaxErrorBytes, ignored)) {
      streams[1].fd = -1;
    }
    if (end.how == ProcessEnd::How::kOutputTooLong) break;
  }
  if (end.how != ProcessEnd::How::kExited) kill(child, SIGKILL);
}

// Waits for a child that has closed its streams but may still run, until
// `deadline` or a stop.
void WaitFor(pid_t child, int stop_fd, Clock::time_point deadline,
             ProcessEnd& end) {
#ifdef SYS_pidfd_open
  const FileDescriptor handle(
      static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  if (handle.is_open()) {
    std::array<pollfd, 2> ends{
        {{handle.get(), POLLIN, 0}, {stop_fd, POLLIN, 0}}};
    int ready = 0;
    do {
      ready = poll(ends.data(), ends.size(), MillisecondsUntil(deadline));
    } while (ready < 0 && errno == EINTR);
    if (ready == 0 || ends[0].revents == 0) {
      end.how = ProcessEnd::How::kTimedOut;
      kill(child, SIGKILL);
    }
  }
#endif
  // Without pidfd (Linux before 5.3) only the limit on processor time applies.
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (end.how != ProcessEnd::How::kExited) return;
  if (WIFSIGNALED(status)) {
    end.how = ProcessEnd::How::kSignalled;
    end.code = WTERMSIG(status);
  } else {
    end.code = WEXITSTATUS(status);
  }
}

}  // namespace

boost::system::result<ProcessEnd> RunLimited(
    const std::string& program, std::span<const std::string> arguments,
    int input_fd, const ProcessLimits& limits) {
  boost::system::result<Pipe> output = MakePipe();
  if (!output) return output.error();
  boost::system::result<Pipe> errors = MakePipe();
  if (!errors) return errors.error();
  const FileDescriptor null(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!null.is_open()) return LastError();

  std::vector<std::string> copies(arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& copy : copies) pointers.push_back(copy.data());
  pointers.push_back(nullptr);
  const ChildPlan plan{program.c_str(),
                       pointers.data(),
                       null.get(),
                       output->write_end.get(),
                       errors->write_end.get(),
                       input_fd,
                       getpid(),
                       limits};
  const Clock::time_point deadline = Clock::now() + limits.wall_time;
  const pid_t child = fork();
  if (child < 0) return LastError();
  if (child == 0) BecomeProgram(plan);
  output->write_end = {};
  errors->write_end = {};
  ProcessEnd end;
  Collect(child, output->read_end.get(), errors->read_end.get(), limits,
          deadline, end);
  WaitFor(child, limits.stop_fd, deadline, end);
  return end;
}

std::string FindProgram(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable == nullptr ? "/usr/bin:/bin" : variable;
  while (!folders.empty()) {
    const std::size_t colon = std::min(folders.find(':'), folders.size());
    std::string path(folders.substr(0, colon));
    path += '/' + name;
    // Relative folders in $PATH are not searched.
    if (path.front() == '/' && access(path.c_str(), X_OK) == 0) return path;
    folders.remove_prefix(std::min(colon + 1, folders.size()));
  }
  return {};
}

}  // namespace answerbox::client
