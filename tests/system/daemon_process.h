// Runs the real answerboxd as a child process. The test is its service manager:
// it has a notification socket and may pass a listening socket.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "platform/file_descriptor.h"
#include "platform/service/listening_socket.h"

namespace answerbox {

class DaemonProcess {
 public:
  // `folder` holds the state directory, the socket and the notification socket.
  // The caller removes it.
  explicit DaemonProcess(std::filesystem::path folder);
  // Kills the daemon if it still runs.
  ~DaemonProcess();
  DaemonProcess(const DaemonProcess&) = delete;
  DaemonProcess& operator=(const DaemonProcess&) = delete;

  [[nodiscard]] std::filesystem::path socket() const {
    return folder_ / "sock";
  }
  [[nodiscard]] std::filesystem::path state_dir() const {
    return folder_ / "state";
  }
  [[nodiscard]] pid_t process() const { return process_; }

  // Adds "NAME=value" to the daemon's environment.
  void SetVariable(std::string assignment) {
    environment_.push_back(std::move(assignment));
  }
  // Passes a listening socket at socket() the way a service manager does.
  void ActivateBySocket();

  void Start(const std::vector<std::string>& options = {});
  // The next notification; "" when none comes within ten seconds.
  std::string Notification();
  void Signal(int number) const;
  // The exit code, or 128 + the signal that ended it.
  int Wait();
  // The text that the daemon has written to standard error so far.
  [[nodiscard]] std::string Log() const;

 private:
  [[noreturn]] void Execute(const std::vector<std::string>& options);

  std::filesystem::path folder_;
  platform::FileDescriptor notifications_;
  platform::FileDescriptor activated_;
  std::vector<std::string> environment_;
  pid_t process_ = 0;
};

}  // namespace answerbox
