// Writes lines for the journal to standard error: one per event, with the
// priority prefixes of sd-daemon(3). The last one says why the process ends.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
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
// kMaxLogLineBytes is cut. Allocates nothing. Safe from any thread, and in a
// signal handler.
inline constexpr std::size_t kMaxLogLineBytes = 1000;
void Log(Priority priority, std::string_view message) noexcept;

// A message put together without allocating, for signal handlers and for when
// memory is used up. What does not fit is cut.
class LogText {
 public:
  LogText& Add(std::string_view text) noexcept;
  LogText& Add(std::chrono::seconds time) noexcept;  // "7 s"
  [[nodiscard]] std::string_view text() const noexcept {
    return {bytes_.data(), size_};
  }

 private:
  std::array<char, kMaxLogLineBytes> bytes_;
  std::size_t size_ = 0;
};

// From now on an exception that is not caught, in any thread, logs its reason
// and ends the process with exit code 1; the service manager then restarts it.
// Call once, before other threads are started.
void LogWhatEndsTheProcess() noexcept;

}  // namespace answerbox::platform
