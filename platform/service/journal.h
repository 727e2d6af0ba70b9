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

// Writes "<6>message\n" in one piece. Characters in `message` that control a
// terminal, or the direction of text, become spaces, so that no text from
// outside can forge or turn a line; a message of more than kMaxLogLineBytes is
// cut. Never waits for whoever reads the lines: those that nobody takes wait in
// a queue, which a thread writes that lives until the queue is empty. Further
// lines are counted and dropped, and a later line tells how many. Safe from any
// thread, but not in a signal handler.
inline constexpr std::size_t kMaxLogLineBytes = 1000;
inline constexpr std::size_t kMaxWaitingLogLines = 128;
void Log(Priority priority, std::string_view message) noexcept;

// The same for the last line before the process ends. Safe in a signal handler.
// Waits for at most kLastLinePatience, and overtakes lines that wait.
inline constexpr std::chrono::milliseconds kLastLinePatience{100};
void LogLast(Priority priority, std::string_view message) noexcept;

// Waits until no line waits, for `patience` at most. Lines that wait because no
// thread could be begun are written then.
void FlushLog(std::chrono::milliseconds patience) noexcept;

// The number of lines that were dropped since the start.
[[nodiscard]] std::uint64_t DroppedLogLines() noexcept;

// Puts a message together without allocating, for signal handlers and for when
// memory is used up. Cuts what does not fit.
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
