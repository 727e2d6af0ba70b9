// A way for callers to reach the daemon: what it does beside others of its
// kind, and what the daemon asks of each of them.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "daemon/error.h"

namespace answerbox::daemon {

// Called by the daemon's thread, the one that runs its io_context. A listener
// that has threads of its own keeps work in the io_context until they are done.
class Listener {
 public:
  virtual ~Listener() = default;

  // Serves callers from now on. Calls `on_failure`, on the daemon's thread, if
  // nobody can be served any more: the daemon is then to end rather than to go
  // on deaf. Call it once.
  virtual void Start(std::function<void(const Error& error)> on_failure) = 0;

  // Takes nobody any more, finishes what is in flight, and gives up what takes
  // longer than `grace`. Returns at once; when it is done, nothing of the
  // listener is left to run in the io_context.
  virtual void Stop(std::chrono::milliseconds grace) = 0;

  // Why nobody is served, as a sentence, when that has lasted too long. Nothing
  // while all goes well.
  [[nodiscard]] virtual std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point now) const = 0;
};

}  // namespace answerbox::daemon
