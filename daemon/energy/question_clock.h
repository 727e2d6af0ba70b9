// Measures the CPU time of questions by the clocks of the threads that answer
// them. Each such thread writes into a slot of its own; the sampler reads the
// slots. A question takes no lock, waits for nothing and allocates nothing
// here.
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

class QuestionClock {
  struct Slot;

 public:
  // The most finished questions that one slot keeps until TakeFinished. Further
  // ones count in lost(), and their energy counts as that of other programs.
  static constexpr std::size_t kMaxWaiting = 2048;

  // `threads`: the number of threads that answer questions.
  explicit QuestionClock(std::size_t threads);
  ~QuestionClock();
  QuestionClock(const QuestionClock&) = delete;
  QuestionClock& operator=(const QuestionClock&) = delete;

  // One question, from its construction to Finish or its destruction, on the
  // thread that constructs it.
  class Run {
   public:
    // Begins a question.
    //   asker     who may be told what it cost
    //   is_query  whether it chooses no answer, so that it spares no language
    //             model
    Run(QuestionClock& clock, AccountNumber account,
        AskerTag asker = AskerTag::kNobody, bool is_query = false) noexcept;
    // Begins the work of another process, such as a language model. Its CPU
    // time is what Feed was last given.
    struct Fed {};
    Run(QuestionClock& clock, AccountNumber account, Fed fed,
        AskerTag asker = AskerTag::kNobody, bool is_query = false) noexcept;
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run();

    [[nodiscard]] QuestionNumber question() const noexcept { return question_; }
    // Returns the CPU time used so far.
    [[nodiscard]] std::chrono::nanoseconds cpu_time() const noexcept;
    // Sets the CPU time used since the construction. Call it often: each window
    // gets the time that was fed in it. Precondition: made with Fed.
    void Feed(std::chrono::nanoseconds used) noexcept;
    // Ends the question and returns its CPU time. Call it once.
    std::chrono::nanoseconds Finish() noexcept;

   private:
    QuestionClock& clock_;
    Slot* slot_;  // Null when all slots are in use.
    QuestionNumber question_;
    AccountNumber account_;
    AskerTag asker_;
    std::chrono::nanoseconds begun_;  // By the thread's clock.
    std::chrono::nanoseconds fed_{0};
    bool is_fed_ = false;
    bool is_query_ = false;
    bool is_finished_ = false;
  };

  // Only the sampler's thread may call these two.
  // Appends the questions that have ended since the last call, each once, with
  // the time from its begin to its end.
  void TakeFinished(std::vector<QuestionUse>& finished);
  // Appends the running questions, with their time so far. Call it after
  // TakeFinished. A question that ends meanwhile is left out; the next
  // TakeFinished has it.
  void ListRunning(std::vector<QuestionUse>& running) const;

  // Safe to call from any thread.
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
