// Runs one operation of Asio after another on the calling thread, until it is
// done or the caller's patience ends.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <functional>
#include <stop_token>

#include "daemon/cascade/codec/model_failure.h"
#include "daemon/cascade/model_options.h"

namespace answerbox::daemon {

// Sockets of a call are destroyed before this.
class CallWaiter {
 public:
  // How an operation ended. A size is 0 for operations without one.
  struct Done {
    boost::system::error_code error;
    std::size_t bytes = 0;
  };

  // `patience` outlives this.
  explicit CallWaiter(const ModelPatience& patience);
  CallWaiter(const CallWaiter&) = delete;
  CallWaiter& operator=(const CallWaiter&) = delete;

  [[nodiscard]] boost::asio::io_context& io() noexcept { return io_; }

  // Begins an operation by `start`, whose argument is the completion handler,
  // and waits for its end. `abort` must end it early, as closing its socket
  // does. Errors: kSlow, kCancelled; the operation has ended then, too.
  //   what  for the message: "answered", "took the prompt"
  template <typename Start, typename Abort>
  [[nodiscard]] ModelResult<Done> Wait(std::string_view what, Start start,
                                       Abort abort) {
    bool is_done = false;
    Done done;
    start([&](boost::system::error_code error, std::size_t bytes = 0) {
      done = {error, bytes};
      is_done = true;
    });
    const ModelResult<void> waited = RunUntil(what, is_done);
    if (!waited) {
      abort();
      Drain(is_done);
      return waited.error();
    }
    return done;
  }

 private:
  [[nodiscard]] ModelResult<void> RunUntil(std::string_view what,
                                           const bool& is_done);
  void Drain(const bool& is_done);

  const ModelPatience& patience_;
  boost::asio::io_context io_{1};
  std::stop_callback<std::function<void()>> wake_;
};

}  // namespace answerbox::daemon
