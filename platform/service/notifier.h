// Tells the service manager the state of the service: the protocol of
// sd_notify(3) and sd_watchdog_enabled(3), which are datagrams to
// $NOTIFY_SOCKET. The protocol is stable and documented. libsystemd is not
// used, because it cannot be linked into the static builds for older boards.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

class Notifier {
 public:
  // Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, and opens the socket
  // now, so that the watchdog can be notified even when the process has no free
  // descriptor. Without a service manager every notification succeeds and does
  // nothing.
  // Errors: the socket could not be opened.
  [[nodiscard]] static Result<Notifier> FromEnvironment();

  // Sends e.g. "READY=1", or several assignments separated by newlines. Never
  // blocks. Errors: the socket cannot be reached or is full.
  [[nodiscard]] Result<void> Notify(std::string_view state) const;

  // Returns how often to send "WATCHDOG=1": half the time after which the
  // manager would restart the service. Nothing if it does not watch this
  // process.
  [[nodiscard]] std::optional<std::chrono::microseconds> watchdog_interval()
      const noexcept {
    return watchdog_interval_;
  }

 private:
  std::string socket_;  // Empty: no service manager.
  FileDescriptor sender_;
  std::optional<std::chrono::microseconds> watchdog_interval_;
};

}  // namespace answerbox::platform
