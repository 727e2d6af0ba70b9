// The threads that answer questions, and the questions that wait for one. They
// are shared by caller and then by connection, as daemon/shares says. Long work
// never takes all threads, so that it delays no short question.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>

#include "daemon/error.h"
#include "daemon/shares/turns.h"
#include "platform/service/worker_threads.h"

namespace answerbox::daemon {

// Safe to use from any thread, except Join.
class QuestionLane {
 public:
  using Clock = std::chrono::steady_clock;

  struct Question {
    std::function<void()> run;
    // Called instead of `run` if the question is not begun.
    std::function<void(const Error& error)> refuse;
    bool is_long = false;
    // When it is refused for having waited too long. Absent: never, and it
    // gives way to nobody, as a part of it has been done.
    std::optional<Clock::time_point> deadline{};
  };

  // A caller's long questions that have been begun and wait to go on. As they
  // give way to nobody, he gets no further one begun until one of them is done.
  static constexpr std::size_t kMostBegun = 2;

  // Throws std::system_error when no more threads can be made.
  explicit QuestionLane(std::size_t threads);

  // Runs the question in its turn, or refuses it if no thread is left.
  void Post(const Holder& holder, Question question);
  // Refuses the newest question of whoever has most of them waiting, and
  // returns who that is; nothing if nobody has enough more than `newcomer`.
  [[nodiscard]] std::optional<Holder> MakeRoom(const Holder& newcomer);
  // Refuses the questions whose deadline has passed.
  void RefuseLate(Clock::time_point now);

  // Finishes what waits, and ends the threads.
  void Join() { threads_.Join(); }
  [[nodiscard]] std::optional<Clock::time_point> BusySince() const noexcept {
    return threads_.BusySince();
  }

 private:
  using Next = Turns<Question>::Next;

  // Refuses the questions for which `is_wanted` is true.
  template <typename IsWanted>
  void RefuseAll(const IsWanted& is_wanted, const Error& error);
  void RunNext();
  [[nodiscard]] std::optional<Next> TakeNext();
  // Returns whether another question may wait for this one's place.
  [[nodiscard]] bool Finish(const Holder& holder, bool is_long);

  const std::size_t most_long_;
  std::mutex mutex_;
  Turns<Question> turns_;
  std::size_t long_under_way_ = 0;
  platform::WorkerThreads threads_;  // The first to end: it uses the others.
};

}  // namespace answerbox::daemon
