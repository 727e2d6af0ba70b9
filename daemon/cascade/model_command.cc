#include "daemon/cascade/model_command.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <csignal>
#include <utility>

#include "daemon/cascade/model_process.h"

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;
using platform::FileDescriptor;
using Socket = asio::local::stream_protocol::socket;

constexpr int kExecFailed = 127;
// Descriptors above are marked close-on-exec by whoever opened them.
constexpr int kMaxClosedDescriptor = 1024;

// What a service manager tells the daemon is not for its children.
constexpr std::array<std::string_view, 6> kOwnVariables = {
    "NOTIFY_SOCKET=",  "LISTEN_FDS=",    "LISTEN_PID=",
    "LISTEN_FDNAMES=", "WATCHDOG_USEC=", "WATCHDOG_PID="};

std::vector<char*> Environment() {
  std::vector<char*> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const bool is_own = std::ranges::any_of(
        kOwnVariables, [text](auto name) { return text.starts_with(name); });
    if (!is_own) kept.push_back(*variable);
  }
  kept.push_back(nullptr);
  return kept;
}

// Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] void BecomeProgram(char* const* arguments,
                                char* const* environment, int socket,
                                pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the call above.
  if (::getppid() != parent) ::_exit(kExecFailed);
  // Its children are killed with it.
  ::setpgid(0, 0);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // What the daemon ignores would stay ignored across exec, and the program
  // could not be stopped.
  for (const int signal : {SIGPIPE, SIGHUP, SIGINT, SIGTERM}) {
    ::signal(signal, SIG_DFL);
  }
  // A copy above the standard descriptors, so that dup2 never meets itself.
  const int copy = ::fcntl(socket, F_DUPFD, STDERR_FILENO + 1);
  if (::dup2(copy, STDIN_FILENO) < 0 || ::dup2(copy, STDOUT_FILENO) < 0) {
    ::_exit(kExecFailed);
  }
  // A library may have opened one without the mark. A program that holds the
  // daemon's socket or a file of the state directory would keep them after a
  // restart.
  for (int fd = STDERR_FILENO + 1; fd < kMaxClosedDescriptor; ++fd) ::close(fd);
  ::execve(arguments[0], arguments, environment);
  ::_exit(kExecFailed);
}

std::string LastError() {
  return boost::system::error_code(errno, boost::system::system_category())
      .message();
}

// Bytes that nobody asked for: an answer that came after its call was given up.
bool HasUnreadBytes(int socket) {
  char byte = 0;
  return ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

// Takes the descriptor for the operations of one call, and gives it back.
class BorrowedSocket {
 public:
  BorrowedSocket(asio::io_context& io, FileDescriptor& owner)
      : owner_(owner),
        socket_(io, asio::local::stream_protocol(), owner.Release()) {}
  ~BorrowedSocket() {
    boost::system::error_code error;
    if (!socket_.is_open()) return;
    const int descriptor = socket_.release(error);
    if (!error) owner_ = FileDescriptor(descriptor);
  }
  BorrowedSocket(const BorrowedSocket&) = delete;
  BorrowedSocket& operator=(const BorrowedSocket&) = delete;

  [[nodiscard]] Socket& get() noexcept { return socket_; }

 private:
  FileDescriptor& owner_;
  Socket socket_;
};

}  // namespace

ModelCommand::ModelCommand(std::vector<std::string> words)
    : words_(std::move(words)) {}

ModelCommand::~ModelCommand() { Kill(); }

void ModelCommand::Settle(const ModelResult<void>& asked) {
  if (asked) {
    pause_ = {};
    return;
  }
  const ModelFault fault = asked.error().fault;
  // The program answered, if only that it does not want to: it is in step.
  if (fault == ModelFault::kRefused) return;
  Kill();
  // A caller that has gone says nothing about the program.
  if (fault != ModelFault::kCancelled) Pause();
}

ModelResult<bool> ModelCommand::EnsureStarted() {
  if (process_ != 0) {
    int status = 0;
    // It may have ended since the last answer, and must not stay a zombie.
    if (::waitpid(process_, &status, WNOHANG) == process_) {
      process_ = 0;
      socket_ = {};
      Pause();
    } else if (HasUnreadBytes(socket_.get())) {
      Kill();
      Pause();
      return TooManyLines();
    } else {
      return false;
    }
  }
  // A program that ends at once would be started for each question, and loading
  // a model takes all of a small machine.
  const Clock::time_point now = Clock::now();
  if (now < next_start_) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(next_start_ - now);
    return ModelFailure{ModelFault::kAbsent,
                        "the model's command " + words_.front() +
                            " ended and is started again in " +
                            std::to_string(left.count()) + " ms"};
  }
  const ModelResult<void> started = Start();
  if (!started) return started.error();
  return true;
}

ModelResult<void> ModelCommand::Start() {
  std::array<int, 2> ends{};
  const auto failed = [this](std::string_view what) {
    return ModelFailure{ModelFault::kAbsent,
                        "the model's command " + words_.front() + " " +
                            std::string(what) + ": " + LastError()};
  };
  if (::access(words_.front().c_str(), X_OK) != 0) {
    return failed("can't be run");
  }
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return failed("gets no socket");
  }
  FileDescriptor ours(ends[0]);
  const FileDescriptor theirs(ends[1]);
  // execve takes arguments that are not const. All is made before fork:
  // afterwards the child may allocate nothing, as another thread may have held
  // the heap's lock.
  std::vector<std::string> copies(words_.begin(), words_.end());
  std::vector<char*> arguments;
  for (std::string& copy : copies) arguments.push_back(copy.data());
  arguments.push_back(nullptr);
  const std::vector<char*> environment = Environment();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return failed("gets no process");
  if (child == 0) {
    BecomeProgram(arguments.data(), environment.data(), theirs.get(), parent);
  }
  process_ = child;
  socket_ = std::move(ours);
  return {};
}

ModelResult<void> ModelCommand::Ask(const std::string& request,
                                    std::size_t max_line_bytes,
                                    CallWaiter& waiter, const OnLine& on_line) {
  BorrowedSocket socket(waiter.io(), socket_);
  const auto close = [&socket] { socket.get().close(); };
  const std::string line = request + '\n';
  const auto sent = waiter.Wait(
      "taken the prompt",
      [&](auto handler) {
        asio::async_write(socket.get(), asio::buffer(line), handler);
      },
      close);
  if (!sent) return sent.error();
  if (sent->error) return FindEnd();
  std::string received;
  std::array<char, 16u << 10> piece;
  for (;;) {
    const auto read = waiter.Wait(
        "finished its answer",
        [&](auto handler) {
          socket.get().async_read_some(asio::buffer(piece), handler);
        },
        close);
    if (!read) return read.error();
    if (read->error) return FindEnd();
    const ModelResult<bool> goes_on = TakeLines(
        {piece.data(), read->bytes}, max_line_bytes, received, on_line);
    if (!goes_on) return goes_on.error();
    if (!*goes_on) return {};
  }
}

ModelResult<bool> ModelCommand::TakeLines(std::string_view bytes,
                                          std::size_t max_line_bytes,
                                          std::string& received,
                                          const OnLine& on_line) const {
  const auto too_long = [&] { return received.size() > max_line_bytes; };
  for (std::size_t end = bytes.find('\n'); end != std::string_view::npos;
       end = bytes.find('\n')) {
    received += bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    if (too_long()) break;
    const ModelResult<bool> goes_on = on_line(received);
    if (!goes_on) return goes_on.error();
    if (!*goes_on && !bytes.empty()) return TooManyLines();
    if (!*goes_on) return false;
    received.clear();
  }
  received += bytes;
  if (!too_long()) return true;
  return ModelFailure{ModelFault::kTooLong,
                      "the model's command " + words_.front() +
                          " wrote a line of more than " +
                          std::to_string(max_line_bytes) + " bytes"};
}

// The program and the daemon no longer agree on which line answers which
// request: the next answer could be that of another question.
ModelFailure ModelCommand::TooManyLines() const {
  return {ModelFault::kInvalid, "the model's command " + words_.front() +
                                    " wrote lines after \"done\""};
}

ModelFailure ModelCommand::FindEnd() {
  const std::string name = "the model's command " + words_.front();
  // How it ended is the most useful thing to say: "signal 9" is mostly the
  // kernel's, for lack of memory.
  const bool has_ended = PeerProcess(process_).HasEnded();
  int status = 0;
  if (!has_ended || ::waitpid(process_, &status, 0) != process_) {
    return {ModelFault::kClosed, name + " closed its output"};
  }
  process_ = 0;
  if (WIFSIGNALED(status)) {
    return {ModelFault::kKilled, name + " was ended by signal " +
                                     std::to_string(WTERMSIG(status)) +
                                     " while it answered"};
  }
  const int code = WEXITSTATUS(status);
  if (code == kExecFailed) {
    return {ModelFault::kAbsent,
            name +
                " can't be run: it is no program for this machine, or a "
                "file that it needs is missing"};
  }
  return {ModelFault::kKilled, name + " ended with exit code " +
                                   std::to_string(code) + " while it answered"};
}

void ModelCommand::Kill() noexcept {
  if (process_ != 0) {
    // The group, with what the program started, and the program itself: it may
    // be killed before it has made its group.
    ::kill(-process_, SIGKILL);
    ::kill(process_, SIGKILL);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  process_ = 0;
  socket_ = {};
}

void ModelCommand::Pause() {
  // Doubled each time, so that a program that is broken for good costs little,
  // and one that was killed once is soon back.
  pause_ = std::clamp(2 * pause_, kFirstPause, kLongestPause);
  next_start_ = Clock::now() + pause_;
}

}  // namespace answerbox::daemon
