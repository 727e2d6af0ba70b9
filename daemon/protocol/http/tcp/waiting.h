// Waits for what comes later, perhaps from another thread: the answer to a
// request, or that a password was checked.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <optional>

namespace answerbox::daemon::http {

// Of one connection. Used on the sockets' thread, but for is_awaited.
class Waiting {
 public:
  explicit Waiting(const boost::asio::any_io_executor& executor)
      : wakeup_(executor) {}

  // Makes the wait look again whether the value is there.
  void Wake() { wakeup_.cancel(); }
  // The connection is closed: the wait ends, and work for it alone can be left
  // out.
  void End() {
    is_ended_ = true;
    is_awaited_ = false;
    wakeup_.cancel();
  }

  [[nodiscard]] bool is_awaited() const noexcept { return is_awaited_; }
  // From any thread.
  [[nodiscard]] boost::asio::any_io_executor executor() {
    return wakeup_.get_executor();
  }

  // Waits until the value is there, and Wake was called. Returns false if the
  // wait was ended before.
  template <typename Value>
  [[nodiscard]] boost::asio::awaitable<bool> For(
      std::shared_ptr<const std::optional<Value>> value) {
    while (!is_ended_ && !value->has_value()) co_await Pause();
    co_return value->has_value();
  }

 private:
  [[nodiscard]] boost::asio::awaitable<void> Pause() {
    wakeup_.expires_at(boost::asio::steady_timer::time_point::max());
    co_await wakeup_.async_wait(
        boost::asio::as_tuple(boost::asio::use_awaitable));
  }

  boost::asio::steady_timer wakeup_;
  bool is_ended_ = false;
  std::atomic<bool> is_awaited_{true};
};

}  // namespace answerbox::daemon::http
