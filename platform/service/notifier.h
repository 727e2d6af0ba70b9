// Tells the service manager how the service fares: sd_notify(3) and
// sd_watchdog_enabled(3), which are datagrams to $NOTIFY_SOCKET. The protocol
// is stable and documented, so it is spoken here without libsystemd, which
// could not be linked into the static builds for older boards.
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
  // Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, and opens what it
  // sends by: the watchdog is to be fed when no descriptor is left, too.
  // Outside a service manager every notification succeeds and does nothing.
  // Errors: no socket could be opened.
  [[nodiscard]] static Result<Notifier> FromEnvironment();

  // Sends e.g. "READY=1", or several assignments separated by newlines. Never
  // blocks. Errors: the socket can't be reached or is full.
  [[nodiscard]] Result<void> Notify(std::string_view state) const;

  // How often "WATCHDOG=1" is to be sent: half the time after which the manager
  // would restart us. Nothing when it does not watch this process.
  [[nodiscard]] std::optional<std::chrono::microseconds> watchdog_interval()
      const noexcept {
    return watchdog_interval_;
  }

 private:
  std::string socket_;  // Empty: nobody to tell.
  FileDescriptor sender_;
  std::optional<std::chrono::microseconds> watchdog_interval_;
};

}  // namespace answerbox::platform
