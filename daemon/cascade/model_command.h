// A model's program that is kept running: a line of JSON goes to its standard
// input, and lines come from its standard output. docs/model-servers.md,
// "Commands".
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/cascade/call_waiter.h"
#include "daemon/cascade/codec/model_failure.h"
#include "platform/file_descriptor.h"

namespace answerbox::daemon {

// The threads that call it take turns. The program ends with the thread that
// started it, at the latest.
class ModelCommand {
 public:
  using Clock = std::chrono::steady_clock;
  // Gets a line without its newline. False: it was the last one.
  using OnLine = std::function<ModelResult<bool>(std::string_view line)>;

  // A program that dies is started again by the next call, after a pause. The
  // pause doubles until the program has finished an answer.
  static constexpr std::chrono::milliseconds kFirstPause{200};
  static constexpr std::chrono::milliseconds kLongestPause{30'000};

  // `words`: the program's absolute path, and its arguments.
  explicit ModelCommand(std::vector<std::string> words);
  ~ModelCommand();  // Kills the program.
  ModelCommand(const ModelCommand&) = delete;
  ModelCommand& operator=(const ModelCommand&) = delete;

  // Starts the program unless it runs. Returns whether it was started now.
  // Errors: kAbsent  it can't be started, or the pause is not over
  //         kInvalid it wrote something that nobody had asked for; it is killed
  [[nodiscard]] ModelResult<bool> EnsureStarted();

  // Writes `request` and a newline, and passes the lines of the answer to
  // `on_line`. Precondition: EnsureStarted has succeeded just before.
  // Errors: kKilled  it ended; says how
  //         kAbsent  it could not be executed
  //         kClosed  it closed its output
  //         kTooLong a line passes max_line_bytes
  //         kInvalid it wrote more than the answer
  //         kSlow, kCancelled, those of on_line
  [[nodiscard]] ModelResult<void> Ask(const std::string& request,
                                      std::size_t max_line_bytes,
                                      CallWaiter& waiter,
                                      const OnLine& on_line);

  // Call it after Ask, with its result. After any failure but kRefused the
  // program is killed: its next lines would belong to another answer.
  void Settle(const ModelResult<void>& asked);

  // The running program, or 0.
  [[nodiscard]] pid_t process() const noexcept { return process_; }

 private:
  [[nodiscard]] ModelResult<void> Start();
  // Waits a moment for its end, ends it otherwise, and says how it ended.
  // Gives the whole lines to `on_line`. False after it did.
  //   received  the line that is not ended yet
  [[nodiscard]] ModelResult<bool> TakeLines(std::string_view bytes,
                                            std::size_t max_line_bytes,
                                            std::string& received,
                                            const OnLine& on_line) const;
  [[nodiscard]] ModelFailure TooManyLines() const;
  [[nodiscard]] ModelFailure FindEnd();
  void Kill() noexcept;
  void Pause();

  const std::vector<std::string> words_;
  pid_t process_ = 0;
  platform::FileDescriptor socket_;
  std::chrono::milliseconds pause_{0};
  Clock::time_point next_start_ = Clock::time_point::min();
};

}  // namespace answerbox::daemon
