#include "platform/service/notifier.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>

#include "platform/service/listening_socket.h"

namespace answerbox::platform {
namespace {

std::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

std::optional<std::int64_t> PositiveNumber(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number <= 0) {
    return std::nullopt;
  }
  return number;
}

Error LastError(const std::string& socket) {
  return {{errno, boost::system::system_category()}, "notify", socket};
}

}  // namespace

// WATCHDOG_PID keeps a child from taking over its parent's watchdog
// (sd_watchdog_enabled(3)). Half of the time leaves room for one late
// notification.
Result<Notifier> Notifier::FromEnvironment() {
  Notifier notifier;
  notifier.socket_ = Variable("NOTIFY_SOCKET");
  const std::string_view pid = Variable("WATCHDOG_PID");
  const bool is_for_us = pid.empty() || PositiveNumber(pid) == ::getpid();
  const std::optional<std::int64_t> timeout =
      PositiveNumber(Variable("WATCHDOG_USEC"));
  if (is_for_us && timeout) {
    notifier.watchdog_interval_ = std::chrono::microseconds(*timeout) / 2;
  }
  if (notifier.socket_.empty()) return notifier;
  notifier.sender_ =
      FileDescriptor(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!notifier.sender_.is_open()) return LastError(notifier.socket_);
  return notifier;
}

// This never waits: a service manager that hangs must not stop the service.
Result<void> Notifier::Notify(std::string_view state) const {
  if (socket_.empty()) return {};
  const std::optional<UnixAddress> address = MakeUnixAddress(socket_);
  if (!address) {
    errno = ENAMETOOLONG;
    return LastError(socket_);
  }
  if (::sendto(sender_.get(), state.data(), state.size(),
               MSG_NOSIGNAL | MSG_DONTWAIT, address->get(),
               address->size) < 0) {
    return LastError(socket_);
  }
  return {};
}

}  // namespace answerbox::platform
