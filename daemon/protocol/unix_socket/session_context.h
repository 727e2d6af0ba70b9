// The state that the sessions of one server share. Only the sockets' thread
// uses it, unless a member says otherwise.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/dispatch/method.h"
#include "daemon/error.h"
#include "daemon/protocol/unix_socket/session_bounds.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon {

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

  // Returns the budget of the user's lines and requests.
  [[nodiscard]] std::shared_ptr<MemoryBudget> ReceiveMemoryOf(
      std::uint32_t user);
  // Applies reloaded options. Bounds of memory stay, except a user's share.
  void ChangeBounds(const SessionBounds& changed);

  SessionBounds bounds;
  MemoryBudget memory;  // Without the reserved parts of connections.
  // The share of lines and requests. It leaves room for replies, however many
  // requests come in.
  MemoryBudget receive_memory;
  // Each connected user has one.
  std::map<std::uint32_t, std::weak_ptr<MemoryBudget>> user_receive_memory;
  const MakeMethods make_methods;
  Dispatcher& dispatcher;
};

}  // namespace answerbox::daemon
