// Hands closed windows to a receiver that may wait, such as the audit log when
// its disk has stalled. The sampling thread itself never waits.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "daemon/energy/energy_sampler.h"
#include "platform/service/worker_threads.h"

namespace answerbox::daemon {

class WindowQueue {
 public:
  // The most questions in waiting windows. A window without room is dropped,
  // and its questions count as lost.
  static constexpr std::size_t kMaxQuestions = 4096;
  // The receiver. Called on the given thread; may wait.
  using OnWindowClosed =
      std::function<void(std::string_view sensor, const ClosedWindow& closed)>;
  // Called on the same thread with the number of questions lost since the last
  // call.
  using OnLoss = std::function<void(std::uint64_t questions)>;

  // Starts an empty queue.
  //   thread  runs the receiver while windows wait; a single thread, so that
  //           they keep their order. Outlives the queue
  WindowQueue(OnWindowClosed on_window_closed, OnLoss on_loss,
              platform::WorkerThreads& thread);
  // Waits until the receiver has taken all accepted windows.
  ~WindowQueue();
  WindowQueue(const WindowQueue&) = delete;
  WindowQueue& operator=(const WindowQueue&) = delete;

  // Copies the window's records to the queue. Never waits. When no thread can
  // be made, they stay there until the next call.
  void Add(std::string_view sensor, const ClosedWindow& closed);

  // The number of questions in dropped windows since the start.
  [[nodiscard]] std::uint64_t lost() const;

 private:
  struct Entry {
    std::string sensor;
    ClosedWindow closed;
  };

  // Gives all waiting windows to the receiver.
  void Drain();

  const OnWindowClosed on_window_closed_;
  const OnLoss on_loss_;
  platform::WorkerThreads& thread_;
  mutable std::mutex mutex_;
  std::condition_variable drained_;
  std::deque<Entry> entries_;
  std::size_t questions_ = 0;  // In `entries_`.
  std::uint64_t lost_ = 0;
  std::uint64_t told_ = 0;    // Of `lost_`.
  bool is_draining_ = false;  // Or about to.
};

}  // namespace answerbox::daemon
