// Closed windows on their way to those who may make one wait, such as the audit
// log when its disk has stalled: the thread that samples must not.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "daemon/energy/energy_sampler.h"

namespace answerbox::daemon {

class WindowQueue {
 public:
  // Questions in windows that wait. A window that finds no room among others is
  // dropped, and its questions counted as lost.
  static constexpr std::size_t kMaxQuestions = 4096;
  // May wait. Called from the queue's thread.
  using OnWindowClosed =
      std::function<void(std::string_view sensor, const ClosedWindow& closed)>;
  // How many questions were lost since it was last told; from the same thread.
  using OnLoss = std::function<void(std::uint64_t questions)>;

  WindowQueue(OnWindowClosed on_window_closed, OnLoss on_loss);
  // Waits until all that was accepted is taken.
  ~WindowQueue();
  WindowQueue(const WindowQueue&) = delete;
  WindowQueue& operator=(const WindowQueue&) = delete;

  // Takes what records need of the window. Never waits.
  void Add(std::string_view sensor, const ClosedWindow& closed);

  // Questions whose windows were dropped, since the start.
  [[nodiscard]] std::uint64_t lost() const;

 private:
  struct Entry {
    std::string sensor;
    ClosedWindow closed;
  };

  void Run();

  const OnWindowClosed on_window_closed_;
  const OnLoss on_loss_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> entries_;
  std::size_t questions_ = 0;  // In `entries_`.
  std::uint64_t lost_ = 0;
  bool is_closed_ = false;
  std::thread thread_;
};

}  // namespace answerbox::daemon
