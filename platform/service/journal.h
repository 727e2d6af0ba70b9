// Writes lines for the journal to standard error: one per event, with the
// priority prefixes of sd-daemon(3). The last one says why the process ends.
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::platform {

// The numbers are syslog's.
enum class Priority : std::uint8_t {
  kError = 3,
  kWarning = 4,
  kNotice = 5,
  kInfo = 6,
  kDebug = 7,
};

// Drops lines that are less urgent than `least`; kInfo until this is called.
void SetLogLevel(Priority least) noexcept;

// Writes "<6>message\n" in one piece. Control characters in `message` become
// spaces, so that no text from outside can forge a line; a message of more than
// kMaxLogLineBytes is cut. Allocates nothing. Safe from any thread.
inline constexpr std::size_t kMaxLogLineBytes = 1000;
void Log(Priority priority, std::string_view message) noexcept;

// From now on an exception that is not caught, in any thread, logs its reason
// and ends the process with exit code 1; the service manager then restarts it.
// Call once, before other threads are started.
void LogWhatEndsTheProcess() noexcept;

}  // namespace answerbox::platform
