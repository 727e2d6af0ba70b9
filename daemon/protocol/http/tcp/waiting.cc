#include "daemon/protocol/http/tcp/waiting.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace answerbox::daemon::http {

namespace asio = boost::asio;

void Waiting::End() {
  is_ended_ = true;
  is_awaited_ = false;
  wakeup_.cancel();
}

asio::awaitable<void> Waiting::Pause() {
  wakeup_.expires_at(asio::steady_timer::time_point::max());
  co_await wakeup_.async_wait(asio::as_tuple(asio::use_awaitable));
}

}  // namespace answerbox::daemon::http
