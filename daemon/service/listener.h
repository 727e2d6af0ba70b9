// A way for callers to reach the daemon, such as a Unix socket. The daemon
// serves through several listeners at once.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "daemon/error.h"

namespace answerbox::daemon {

// The daemon's thread, which runs its io_context, calls all functions. A
// listener with threads of its own keeps work in the io_context until they are
// done.
class Listener {
 public:
  virtual ~Listener() = default;

  // Serves callers from now on. Calls `on_failure`, on the daemon's thread, if
  // it can't serve any more: the daemon then ends. Call it once.
  virtual void Start(std::function<void(const Error& error)> on_failure) = 0;

  // Accepts no more callers, finishes requests in flight, and drops those that
  // take longer than `grace`. Returns at once. When this is done, the listener
  // leaves no work in the io_context.
  virtual void Stop(std::chrono::milliseconds grace) = 0;

  // A sentence that says why no caller is served, when that has lasted too
  // long. Nothing otherwise.
  [[nodiscard]] virtual std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point now) const = 0;
};

}  // namespace answerbox::daemon
