// Calls into drivers with a time limit. A call may never return: a bus hangs,
// or a device was unplugged. A process cannot end such a call, so each call
// runs on a thread that nobody joins, and the caller waits for a bounded time.
// Such a thread lives only while calls follow each other.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "platform/error.h"

namespace answerbox::platform {

// The call runs on another thread, possibly for ever, so it must own what it
// uses.
using DeviceCall = std::function<Result<std::string>()>;

struct DeviceCallLimits {
  // A call that takes longer is lost: its result is discarded.
  std::chrono::milliseconds deadline{500};
  // The most lost calls that have not returned, which is the number of hanging
  // threads. At this number, no device is called until one has returned.
  std::size_t max_lost = 8;
  // A device with a lost call is called again when the call has returned, or
  // after this time, because another device may have taken its place. Such
  // retries use at most half of `max_lost`.
  std::chrono::milliseconds retry_interval{60'000};
};

// Safe from any thread.
class DeviceCalls {
 public:
  explicit DeviceCalls(DeviceCallLimits limits = {});
  // Does not wait: hanging threads remain until the process ends.
  ~DeviceCalls();
  DeviceCalls(const DeviceCalls&) = delete;
  DeviceCalls& operator=(const DeviceCalls&) = delete;

  // The instance of the process. Never destroyed, because threads may still
  // hang in it when the process ends.
  [[nodiscard]] static DeviceCalls& OfProcess();

  // Returns the result of `call`, which reads `file`. Files in the same folder
  // are one device: while a call for one of them is lost, calls for the others
  // fail at once. Errors: those of the call; IsNoAnswer; the system's if no
  // thread can be created.
  [[nodiscard]] Result<std::string> Run(const std::filesystem::path& file,
                                        DeviceCall call);

  // Returns the number of lost calls that have not returned.
  [[nodiscard]] std::size_t lost() const;
  // Returns the CPU time of all calls that returned, including their threads'
  // overhead.
  [[nodiscard]] std::chrono::nanoseconds cpu_time() const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // Shared with the threads.
};

// Returns whether the error means that the device did not answer in time.
[[nodiscard]] bool IsNoAnswer(const Error& error);

}  // namespace answerbox::platform
