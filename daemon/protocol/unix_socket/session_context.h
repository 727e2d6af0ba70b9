// What the sessions of one server share. Used by the thread that runs the
// sockets, unless a member says otherwise.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstddef>

#include "daemon/protocol/activity.h"
#include "daemon/protocol/memory_budget.h"
#include "daemon/protocol/method.h"

namespace answerbox::daemon {

// docs/socket-protocol.md, "Bounds".
struct SessionBounds {
  std::size_t line_bytes = std::size_t{1} << 20;
  std::size_t nesting = 32;
  std::size_t connections = 64;
  std::size_t in_flight = 64;
  std::size_t reply_bytes = std::size_t{4} << 20;
  std::size_t memory_bytes = std::size_t{16} << 20;
  std::size_t questions = 8;
  std::chrono::milliseconds line_timeout{30'000};
  std::chrono::milliseconds reply_timeout{30'000};
};

struct SessionContext {
  SessionContext(const SessionBounds& session_bounds,
                 std::size_t question_thread_count, MakeMethods methods,
                 SessionActivity& session_activity)
      : bounds(session_bounds),
        memory(session_bounds.memory_bytes),
        receive_memory(session_bounds.memory_bytes / 2, memory),
        make_methods(std::move(methods)),
        activity(session_activity),
        question_threads(question_thread_count),
        storage_thread(1) {}

  const SessionBounds bounds;
  MemoryBudget memory;
  // The share of lines and requests: however many of them come in, replies can
  // still go out.
  MemoryBudget receive_memory;
  const MakeMethods make_methods;
  SessionActivity& activity;
  boost::asio::thread_pool question_threads;
  boost::asio::thread_pool storage_thread;
};

}  // namespace answerbox::daemon
