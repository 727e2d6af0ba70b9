// The bounds of the connections of a Unix socket: docs/socket-protocol.md,
// "Bounds". Options set them: the defaults are here and in
// daemon/dispatch/bounds.h.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "daemon/dispatch/bounds.h"

namespace answerbox::daemon {

struct SessionBounds : RequestBounds {
  // Returns the part of `memory_bytes` that is reserved for the replies of each
  // connection. All these parts together are a quarter.
  [[nodiscard]] std::size_t own_reply_bytes() const noexcept {
    return memory_bytes / 4 / connections;
  }
  // Returns the part that is reserved for the line that each connection sends:
  // enough for a question, but all these parts together are at most a
  // sixteenth.
  [[nodiscard]] std::size_t own_line_bytes() const noexcept {
    return std::clamp<std::size_t>(memory_bytes / 16 / connections, 1, 4096);
  }
  // Return the bytes that all lines and requests share, and the part of them
  // that one user may take, which has room for at least one request with the
  // longest line.
  [[nodiscard]] std::size_t receive_bytes() const noexcept {
    return memory_bytes / 2 - own_line_bytes() * connections;
  }
  [[nodiscard]] std::size_t receive_bytes_of(
      std::uint32_t user) const noexcept {
    if (user == unbounded_user) return receive_bytes();
    return std::min(receive_bytes(),
                    std::max(receive_bytes() / 100 * user_share_percent,
                             kLinesOfRequest * line_bytes));
  }

  // Returns the most connections of one user.
  [[nodiscard]] std::size_t connections_of(std::uint32_t user) const noexcept {
    if (user == unbounded_user) return connections;
    return std::max<std::size_t>(1, connections * user_share_percent / 100);
  }
  [[nodiscard]] std::size_t connections_before(
      std::uint32_t user) const noexcept {
    if (user == unbounded_user || connections == 1) return connections;
    return connections - 1;
  }

  // The most memory of a request, as a multiple of its line's length, while it
  // is received and read: first the line in a growing buffer, then the line and
  // the tree read from it.
  static constexpr std::size_t kLinesOfRequest = 3;

  std::size_t connections = 64;
  // Bytes of replies that wait for one client to read them.
  std::size_t reply_bytes = std::size_t{4} << 20;
  // Bytes of requests and replies of all connections.
  std::size_t memory_bytes = std::size_t{16} << 20;
  // Idle time after which a connection may be closed to make room for a new
  // one.
  std::chrono::milliseconds min_idle{1'000};
  // Time until a connection's first byte, and until the end of a line.
  std::chrono::milliseconds line_timeout{30'000};
  // Time in which a client must read some of its replies.
  std::chrono::milliseconds reply_timeout{30'000};
  std::size_t user_share_percent = 75;
  // The user whose share is not bounded, so that an administrator can always
  // connect.
  std::uint32_t unbounded_user = 0;
};

}  // namespace answerbox::daemon
