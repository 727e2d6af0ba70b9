#include "tests/system/daemon_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <iterator>
#include <utility>

#include "platform/service/listening_socket.h"

namespace answerbox {
namespace {

platform::FileDescriptor Bind(const std::filesystem::path& path, int type) {
  platform::FileDescriptor socket(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  const auto address = platform::MakeUnixAddress(path.native());
  std::filesystem::remove(path);
  if (::bind(socket.get(), address->get(), address->size) != 0) return {};
  return socket;
}

}  // namespace

DaemonProcess::DaemonProcess(std::filesystem::path folder)
    : folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
  notifications_ = Bind(folder_ / "notify", SOCK_DGRAM);
  const timeval patience{10, 0};
  ::setsockopt(notifications_.get(), SOL_SOCKET, SO_RCVTIMEO, &patience,
               sizeof patience);
  SetVariable("NOTIFY_SOCKET=" + (folder_ / "notify").native());
}

DaemonProcess::~DaemonProcess() {
  if (process_ == 0) return;
  Signal(SIGKILL);
  Wait();
}

void DaemonProcess::ActivateBySocket() {
  activated_ = Bind(socket(), SOCK_STREAM);
  ::listen(activated_.get(), 8);
  SetVariable("LISTEN_FDS=1");
}

void DaemonProcess::Start(const std::vector<std::string>& options) {
  process_ = ::fork();
  if (process_ == 0) Execute(options);
}

void DaemonProcess::Execute(const std::vector<std::string>& options) {
  std::vector<std::string> words{ANSWERBOXD, "--state-dir",
                                 state_dir().native(), "--socket",
                                 socket().native()};
  words.insert(words.end(), options.begin(), options.end());
  if (activated_.is_open()) {
    ::dup2(activated_.get(), 3);  // The copy stays open in the daemon.
    environment_.push_back("LISTEN_PID=" + std::to_string(::getpid()));
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::vector<char*> environment;
  for (std::string& variable : environment_) {
    environment.push_back(variable.data());
  }
  environment.push_back(nullptr);
  const int log = ::open((folder_ / "log").c_str(),
                         O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  ::dup2(log, STDERR_FILENO);
  ::execve(ANSWERBOXD, arguments.data(), environment.data());
  ::_exit(127);
}

std::string DaemonProcess::Notification() {
  std::array<char, 512> buffer{};
  const ssize_t size =
      ::recv(notifications_.get(), buffer.data(), buffer.size(), 0);
  return size < 0 ? ""
                  : std::string(buffer.data(), static_cast<std::size_t>(size));
}

void DaemonProcess::Signal(int number) const { ::kill(process_, number); }

int DaemonProcess::Wait() {
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string DaemonProcess::Log() const {
  std::ifstream file(folder_ / "log");
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace answerbox
