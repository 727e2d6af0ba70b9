// The state that the sessions of one server share. Only the sockets' thread
// uses it, unless a member says otherwise.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/dispatch/method.h"
#include "daemon/error.h"
#include "daemon/options/options.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon {

// The bounds of docs/socket-protocol.md, "Bounds".
struct SessionBounds {
  // As the options have them, defaults included.
  explicit SessionBounds(const Options& options = {})
      : line_bytes(SizeOf(options.max_line_bytes)),
        nesting(SizeOf(options.max_nesting)),
        connections(SizeOf(options.max_connections)),
        in_flight(SizeOf(options.max_in_flight)),
        reply_bytes(SizeOf(options.max_reply_bytes)),
        memory_bytes(SizeOf(options.max_connection_memory_bytes)),
        min_idle(options.min_idle_ms),
        line_timeout(options.line_timeout_ms),
        reply_timeout(options.reply_timeout_ms),
        upload_idle(std::chrono::seconds(options.upload_idle_seconds)),
        user_share_percent(SizeOf(options.user_share_percent)),
        stall(std::chrono::seconds(options.stall_seconds)) {}

  // The part of `memory_bytes` that is reserved for the replies of each
  // connection. All these parts together are a quarter.
  [[nodiscard]] std::size_t own_reply_bytes() const noexcept {
    return memory_bytes / 4 / connections;
  }
  // The part that is reserved for the line that each connection sends: enough
  // for a question, but all these parts together are at most a sixteenth.
  [[nodiscard]] std::size_t own_line_bytes() const noexcept {
    return std::clamp<std::size_t>(memory_bytes / 16 / connections, 1, 4096);
  }
  // The bytes that all lines and requests share, and the part of them that one
  // user may take. It has room for at least one request with the longest line.
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

  // The most connections of one user.
  [[nodiscard]] std::size_t connections_of(std::uint32_t user) const noexcept {
    if (user == unbounded_user) return connections;
    return std::max<std::size_t>(1, connections * user_share_percent / 100);
  }
  [[nodiscard]] std::size_t connections_before(
      std::uint32_t user) const noexcept {
    if (user == unbounded_user || connections == 1) return connections;
    return connections - 1;
  }

  // The most memory of a request, in lengths of its line, while it is received
  // and read: the line in a growing buffer, then the line and the tree read
  // from it.
  static constexpr std::size_t kLinesOfRequest = 3;

  std::size_t line_bytes;
  std::size_t nesting;
  std::size_t connections;
  std::size_t in_flight;
  std::size_t reply_bytes;
  std::size_t memory_bytes;
  std::chrono::milliseconds min_idle;
  std::chrono::milliseconds line_timeout;
  std::chrono::milliseconds reply_timeout;
  std::chrono::milliseconds upload_idle;
  std::size_t user_share_percent;
  // The user without a bounded share, so that an administrator can always
  // connect.
  std::uint32_t unbounded_user = 0;
  // The daemon restarts when no connection could be accepted for this time.
  std::chrono::milliseconds stall;
};

struct SessionContext {
  // `request_dispatcher` outlives the context.
  SessionContext(const SessionBounds& session_bounds, MakeMethods methods,
                 Dispatcher& request_dispatcher)
      : bounds(session_bounds),
        memory(session_bounds.memory_bytes -
               session_bounds.connections * (session_bounds.own_reply_bytes() +
                                             session_bounds.own_line_bytes())),
        receive_memory(session_bounds.receive_bytes(), memory),
        make_methods(std::move(methods)),
        dispatcher(request_dispatcher) {}

  // The budget of the user's lines and requests.
  [[nodiscard]] std::shared_ptr<MemoryBudget> ReceiveMemoryOf(
      std::uint32_t user);
  // Applies reloaded options. Bounds of memory stay, except a user's share.
  void ChangeBounds(const SessionBounds& changed);

  SessionBounds bounds;
  MemoryBudget memory;  // Without the reserved parts of connections.
  // The share of lines and requests. It leaves room for replies, however many
  // requests come in.
  MemoryBudget receive_memory;
  // Of the connected users.
  std::map<std::uint32_t, std::weak_ptr<MemoryBudget>> user_receive_memory;
  const MakeMethods make_methods;
  Dispatcher& dispatcher;
};

}  // namespace answerbox::daemon
