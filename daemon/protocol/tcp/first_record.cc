#include "daemon/protocol/tcp/first_record.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <boost/system/error_code.hpp>
#include <utility>

namespace answerbox::daemon {
namespace {

using Socket = boost::asio::basic_socket<boost::asio::ip::tcp>;
using boost::system::error_code;

std::size_t BytesToAwait(Socket& socket) {
  std::array<char, kRecordHeaderBytes> begin{};
  const auto size = ::recv(socket.native_handle(), begin.data(), begin.size(),
                           MSG_PEEK | MSG_DONTWAIT);
  if (size <= 0) return 1;
  return BytesOfRecord({begin.data(), static_cast<std::size_t>(size)});
}

// The bytes stay in the kernel, where they take none of our memory. Its low
// watermark says when there are enough. Asio may call before.
void AwaitBytes(Socket& socket, std::size_t wanted,
                std::function<void()> call) {
  error_code ignored;
  socket.set_option(Socket::receive_low_watermark(static_cast<int>(wanted)),
                    ignored);
  socket.async_wait(
      Socket::wait_read, [&socket, call = std::move(call)](error_code) {
        if (!socket.is_open()) return call();
        error_code ended;
        const std::size_t needed = BytesToAwait(socket);
        if (socket.available(ended) < needed && !IsPeerGone(socket)) {
          return AwaitBytes(socket, needed, call);
        }
        socket.set_option(Socket::receive_low_watermark(1), ended);
        call();
      });
}

}  // namespace

bool IsPeerGone(Socket& socket) noexcept {
  pollfd hangup{
      .fd = socket.native_handle(), .events = POLLRDHUP, .revents = 0};
  return ::poll(&hangup, 1, 0) == 1;
}

void AwaitFirstRecord(Socket& socket, std::function<void()> call) {
  AwaitBytes(socket, 1, std::move(call));
}

}  // namespace answerbox::daemon
