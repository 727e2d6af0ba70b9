// How the language model on this machine is asked: what options say of it, and
// how long one caller waits.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace answerbox::daemon {

// Options set it: the defaults are here.
struct ModelOptions {
  std::string server;  // Its address as text; empty: there is no model.
  std::string name;    // In requests; empty: the server's only model.
  std::string file;    // Whose hash is told; empty: unknown.
  std::string cgroup;  // Of the server; empty: its process is metered.
  // With `generate` auto, the model is asked if the confidence of the
  // documents' answer is within [from, below), or at least `from` where a
  // question wants several facts.
  double from = 0.35;
  double below = 0.6;
  std::uint64_t context_tokens = 1000;
  std::uint32_t max_tokens = 256;             // Of one text.
  std::chrono::milliseconds timeout{30'000};  // Of one text, with its wait.
  std::size_t queue = 4;                      // Texts that are made or wait.
};

// How long a caller waits for a model, and how it ends the wait.
struct ModelPatience {
  using Clock = std::chrono::steady_clock;

  // Bounds the whole call, connecting included.
  Clock::time_point deadline = Clock::time_point::max();
  // Ends the call at once, from any thread.
  std::stop_token stop = {};
  // Asked every kAskEvery by the calling thread; false ends the call. Empty:
  // the answer is always awaited.
  std::function<bool()> is_awaited = {};

  static constexpr std::chrono::milliseconds kAskEvery{50};

  [[nodiscard]] bool is_cancelled() const {
    return stop.stop_requested() || (is_awaited && !is_awaited());
  }
};

}  // namespace answerbox::daemon
