// What the sessions of one server share. Used by the thread that runs the
// sockets, unless a member says otherwise.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstddef>
#include <utility>

#include "daemon/options/options.h"
#include "daemon/protocol/activity.h"
#include "daemon/protocol/memory_budget.h"
#include "daemon/protocol/method.h"

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
        questions(SizeOf(options.max_questions)),
        min_idle(options.min_idle_ms),
        line_timeout(options.line_timeout_ms),
        reply_timeout(options.reply_timeout_ms) {}

  // The part of `memory_bytes` that each connection has for its replies alone:
  // a quarter of it is for these parts.
  [[nodiscard]] std::size_t own_reply_bytes() const noexcept {
    return memory_bytes / 4 / connections;
  }

  std::size_t line_bytes;
  std::size_t nesting;
  std::size_t connections;
  std::size_t in_flight;
  std::size_t reply_bytes;
  std::size_t memory_bytes;
  std::size_t questions;
  std::chrono::milliseconds min_idle;
  std::chrono::milliseconds line_timeout;
  std::chrono::milliseconds reply_timeout;
};

struct SessionContext {
  SessionContext(const SessionBounds& session_bounds,
                 std::size_t question_thread_count, MakeMethods methods,
                 SessionActivity& session_activity)
      : bounds(session_bounds),
        memory(session_bounds.memory_bytes -
               session_bounds.own_reply_bytes() * session_bounds.connections),
        receive_memory(session_bounds.memory_bytes / 2, memory),
        make_methods(std::move(methods)),
        activity(session_activity),
        question_threads(question_thread_count),
        storage_thread(1) {}

  const SessionBounds bounds;
  MemoryBudget memory;  // Less what connections have for themselves.
  // The share of lines and requests: however many of them come in, replies can
  // still go out.
  MemoryBudget receive_memory;
  const MakeMethods make_methods;
  SessionActivity& activity;
  boost::asio::thread_pool question_threads;
  boost::asio::thread_pool storage_thread;
};

}  // namespace answerbox::daemon
