// Calls into drivers. A driver may never come back from one: a bus that hangs,
// a device that was pulled out. Nothing in a process can end such a call, so
// each runs on a thread that nobody joins, and who called waits for a bounded
// time.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "platform/error.h"

namespace answerbox::platform {

// The call runs on another thread, perhaps for ever: it must own what it uses.
using DeviceCall = std::function<Result<std::string>()>;

struct DeviceCallLimits {
  // A call that takes longer is lost: its result is thrown away.
  std::chrono::milliseconds deadline{500};
  // Lost calls that have not come back, and so threads that hang. With so many,
  // no device is called any more until one has come back.
  std::size_t max_lost = 8;
  // A device with a lost call is called again when the call has come back, or
  // after so long: another device may have taken its place. Such a second try
  // takes at most half of `max_lost`.
  std::chrono::milliseconds retry_interval{60'000};
};

// Safe from any thread.
class DeviceCalls {
 public:
  explicit DeviceCalls(DeviceCallLimits limits = {});
  // Waits for nothing: threads that hang stay until the process ends.
  ~DeviceCalls();
  DeviceCalls(const DeviceCalls&) = delete;
  DeviceCalls& operator=(const DeviceCalls&) = delete;

  // The process's own, never destroyed: threads may hang in it when the process
  // ends.
  [[nodiscard]] static DeviceCalls& OfProcess();

  // What `call` gives, which reads `file`. A device is the folder that its
  // files are in: while one of them does not answer, the others are not tried,
  // and fail at once. Errors: those of the call; IsNoAnswer; the system's when
  // there is no thread to be had.
  [[nodiscard]] Result<std::string> Run(const std::filesystem::path& file,
                                        DeviceCall call);

  // Calls that have not come back.
  [[nodiscard]] std::size_t lost() const;
  // What all calls that came back have used, with their threads' own part.
  [[nodiscard]] std::chrono::nanoseconds cpu_time() const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // Shared with the threads.
};

// Whether the error says that the device did not answer in time.
[[nodiscard]] bool IsNoAnswer(const Error& error);

}  // namespace answerbox::platform
