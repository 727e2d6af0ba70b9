// The CPU time of questions, from the clocks of the threads that answer them.
// Threads that answer write into slots of their own; the sampler reads them. On
// the way of a question nothing is locked, waited for or allocated.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "daemon/energy/accounts.h"
#include "daemon/energy/energy_window.h"

namespace answerbox::daemon {

struct FinishedQuestion {
  QuestionNumber question = 0;
  AccountNumber account = AccountBook::kOthers;
  std::chrono::nanoseconds cpu_time{0};  // From its begin to its end.
};

struct RunningQuestion {
  QuestionNumber question = 0;
  std::chrono::nanoseconds cpu_time{0};  // So far.
};

class QuestionClock {
  struct Slot;

 public:
  // Of each thread, between two calls of TakeFinished. Questions that end when
  // so many wait are counted in lost(), and their energy with everything else.
  static constexpr std::size_t kMaxWaiting = 2048;

  // `threads`: as many as answer questions at once.
  explicit QuestionClock(std::size_t threads);
  ~QuestionClock();
  QuestionClock(const QuestionClock&) = delete;
  QuestionClock& operator=(const QuestionClock&) = delete;

  // One question, from now to Finish or its destruction, on the thread that
  // begins it.
  class Run {
   public:
    Run(QuestionClock& clock, AccountNumber account) noexcept;
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run();

    [[nodiscard]] QuestionNumber question() const noexcept { return question_; }
    // What it has used up to now.
    [[nodiscard]] std::chrono::nanoseconds cpu_time() const noexcept;
    // Ends it, and returns all that it has used. To be called once.
    std::chrono::nanoseconds Finish() noexcept;

   private:
    QuestionClock& clock_;
    Slot* slot_;  // Null when more threads ask than there are slots.
    QuestionNumber question_;
    AccountNumber account_;
    std::chrono::nanoseconds begun_;  // By the thread's clock.
    bool is_finished_ = false;
  };

  // Both for one thread alone, the sampler's.
  // Appends what has ended since the last call, each question once.
  void TakeFinished(std::vector<FinishedQuestion>& finished);
  // Appends what runs; to be called after TakeFinished. A question that ends
  // meanwhile is left out, and among the next ones finished.
  void ListRunning(std::vector<RunningQuestion>& running) const;

  // From any thread.
  [[nodiscard]] std::uint64_t lost() const noexcept { return lost_.load(); }
  [[nodiscard]] QuestionNumber last_question() const noexcept {
    return last_question_.load();
  }

 private:
  [[nodiscard]] Slot* Claim() noexcept;

  std::atomic<QuestionNumber> last_question_{0};
  std::atomic<std::uint64_t> lost_{0};
  std::size_t slot_count_;
  std::unique_ptr<Slot[]> slots_;
};

}  // namespace answerbox::daemon
