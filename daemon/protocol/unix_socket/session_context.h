// What the sessions of one server share. Used by the thread that runs the
// sockets, unless a member says otherwise.
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
#include "daemon/json/memory_budget.h"
#include "daemon/options/options.h"

namespace answerbox::daemon {

// docs/socket-protocol.md, "Bounds".
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

  // The part of `memory_bytes` that each connection has for its replies alone:
  // a quarter of it is for these parts.
  [[nodiscard]] std::size_t own_reply_bytes() const noexcept {
    return memory_bytes / 4 / connections;
  }
  // Likewise for a line that it sends: enough for a question, as far as a
  // sixteenth of `memory_bytes` suffices.
  [[nodiscard]] std::size_t own_line_bytes() const noexcept {
    return std::clamp<std::size_t>(memory_bytes / 16 / connections, 1, 4096);
  }
  // That all lines and requests share, and that those of one user may take:
  // room for one request of the longest line at least.
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

  // That one user may have at a time. The last one is for `unbounded_user`,
  // unless it is the only one.
  [[nodiscard]] std::size_t connections_of(std::uint32_t user) const noexcept {
    if (user == unbounded_user) return connections;
    return std::max<std::size_t>(1, connections * user_share_percent / 100);
  }
  [[nodiscard]] std::size_t connections_before(
      std::uint32_t user) const noexcept {
    if (user == unbounded_user || connections == 1) return connections;
    return connections - 1;
  }

  // What a request takes at most while it is received and read: its line in a
  // buffer that grows, then the line and what was read of it.
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
  // The one user whom no share bounds, so that an administrator gets in.
  std::uint32_t unbounded_user = 0;
  // When nobody could be accepted for so long, the daemon is to start anew.
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

  // Of what lines and requests share, the part of `user`.
  [[nodiscard]] std::shared_ptr<MemoryBudget> ReceiveMemoryOf(
      std::uint32_t user);
  // When options are read again: what depends on memory stays, but for a user's
  // share of it.
  void ChangeBounds(const SessionBounds& changed);

  SessionBounds bounds;
  MemoryBudget memory;  // Less what connections have for themselves.
  // The share of lines and requests: however many of them come in, replies can
  // still go out.
  MemoryBudget receive_memory;
  // Of those who are connected.
  std::map<std::uint32_t, std::weak_ptr<MemoryBudget>> user_receive_memory;
  const MakeMethods make_methods;
  Dispatcher& dispatcher;
};

}  // namespace answerbox::daemon
