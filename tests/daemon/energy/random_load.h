// A simulated machine under a random load. Its energy is known exactly: a fixed
// power at rest, and a fixed energy for each second of CPU time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "daemon/energy/energy_window.h"

namespace answerbox::tests {

struct Machine {
  std::int64_t idle_uw = 2'700'000;
  std::int64_t uw_of_a_processor = 1'100'000;
  // Resolution of the kernel's count of CPU time.
  std::chrono::nanoseconds tick = std::chrono::milliseconds(10);
};

class RandomLoad {
 public:
  explicit RandomLoad(std::uint64_t seed, const Machine& machine = {})
      : random_(seed), machine_(machine) {}

  // The next window, of `length`. Each of `threads` threads asks one question
  // after the other, with pauses. Other programs run as well.
  daemon::EnergyWindow NextWindow(std::chrono::microseconds length,
                                  std::size_t threads) {
    daemon::EnergyWindow window;
    window.begin = now_;
    window.end = now_ += length;
    running_.resize(threads);
    std::chrono::nanoseconds used{0};
    for (Thread& thread : running_) used += Run(thread, window);
    const auto others =
        Uniform(0, std::chrono::nanoseconds(length).count() / 4);
    used += others;
    untold_ += used;
    const std::chrono::nanoseconds told =
        untold_ / machine_.tick * machine_.tick;
    window.machine_cpu_time = told;
    untold_ -= told;
    window.energy_uj =
        machine_.idle_uw * length.count() / 1'000'000 + EnergyOf(used);
    return window;
  }

  // The true energy of each question, in nanojoules.
  [[nodiscard]] const std::map<daemon::QuestionNumber, std::int64_t>& truth()
      const {
    return truth_nj_;
  }

 private:
  using Nanoseconds = std::chrono::nanoseconds;

  // The state of a thread: in a question, or in the pause after it.
  struct Thread {
    daemon::QuestionNumber question = 0;
    Nanoseconds left{0};
    Nanoseconds pause{0};
  };

  Nanoseconds Uniform(std::int64_t low, std::int64_t high) {
    return Nanoseconds(
        std::uniform_int_distribution<std::int64_t>(low, high)(random_));
  }

  // Lets the thread run through the window; returns the CPU time of its
  // questions there.
  Nanoseconds Run(Thread& thread, daemon::EnergyWindow& window) {
    Nanoseconds used{0};
    Nanoseconds room = window.length();
    while (room > Nanoseconds::zero()) {
      const Nanoseconds rest = std::min(thread.pause, room);
      thread.pause -= rest;
      room -= rest;
      if (room == Nanoseconds::zero()) break;
      if (thread.left == Nanoseconds::zero()) Ask(thread);
      const Nanoseconds part = std::min(thread.left, room);
      thread.left -= part;
      room -= part;
      used += part;
      const bool is_finished = thread.left == Nanoseconds::zero();
      window.uses.push_back({thread.question, part, 0, is_finished});
      if (is_finished) thread.pause = Uniform(0, 20'000'000);
    }
    return used;
  }

  // Most questions take less than a millisecond, a few take seconds.
  void Ask(Thread& thread) {
    thread.question = ++last_question_;
    const int magnitude = static_cast<int>(random_() % 100);
    thread.left = magnitude < 90   ? Uniform(5'000, 1'000'000)
                  : magnitude < 99 ? Uniform(1'000'000, 50'000'000)
                                   : Uniform(50'000'000, 3'000'000'000);
    truth_nj_[thread.question] =
        thread.left.count() * machine_.uw_of_a_processor / 1'000'000;
  }

  std::int64_t EnergyOf(Nanoseconds cpu_time) const {
    return cpu_time.count() / 1'000 * machine_.uw_of_a_processor / 1'000'000;
  }

  std::mt19937_64 random_;
  Machine machine_;
  std::chrono::microseconds now_{0};
  std::vector<Thread> running_;
  daemon::QuestionNumber last_question_ = 0;
  std::map<daemon::QuestionNumber, std::int64_t> truth_nj_;
  Nanoseconds untold_{0};  // CPU time that the ticks do not show yet.
};

}  // namespace answerbox::tests
