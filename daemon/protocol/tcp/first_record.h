// Waits for the first record of a TLS client before anything is allocated for
// it.
#pragma once

#include <algorithm>
#include <boost/asio/basic_socket.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <functional>
#include <string_view>

namespace answerbox::daemon {

// RFC 8446, section 5.1: type, version, and the length of what follows.
inline constexpr std::size_t kRecordHeaderBytes = 5;
// Returns how many bytes must be there to know more of a record that begins so,
// or to have all of it; 0 if it is none of a handshake. Precondition: `begin`
// is not empty.
[[nodiscard]] constexpr std::size_t BytesOfRecord(
    std::string_view begin) noexcept {
  constexpr char kHandshake = 0x16;
  constexpr std::size_t kMaxRecordBytes = 1 << 14;
  if (begin[0] != kHandshake) return 0;
  if (begin.size() < kRecordHeaderBytes) return kRecordHeaderBytes;
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(begin[i]));
  };
  const std::size_t length = byte(3) << 8 | byte(4);
  return kRecordHeaderBytes + std::min(length, kMaxRecordBytes);
}

// Returns whether the peer has closed the connection or lost it. A peer that
// has only closed its sending direction counts as gone: neither a handshake nor
// a login with it can go on. Precondition: the socket is open.
[[nodiscard]] bool IsPeerGone(
    boost::asio::basic_socket<boost::asio::ip::tcp>& socket) noexcept;

// Calls `call` once when the peer has sent a whole record of a handshake,
// something else, or has gone, or when the socket is closed. The socket lives
// as long as `call`. Throws std::bad_alloc.
void AwaitFirstRecord(boost::asio::basic_socket<boost::asio::ip::tcp>& socket,
                      std::function<void()> call);

}  // namespace answerbox::daemon
