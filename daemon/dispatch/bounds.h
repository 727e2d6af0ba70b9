// The bounds of requests, whatever the transport, and how many are under way.
// Options set the bounds: their defaults are here, their ranges in
// daemon/options/option_table.cc.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

#include "daemon/shares/notice_log.h"

namespace answerbox::daemon {

// What the requests of one client may take.
struct RequestBounds {
  std::size_t line_bytes = std::size_t{1} << 20;
  std::size_t nesting = 32;    // Levels of a request's JSON.
  std::size_t in_flight = 64;  // Unanswered requests; one more is busy.
  std::size_t uploads = 4;     // Documents that are uploaded in parts at once.
  // Unfinished work, such as an upload, is dropped when its client has not
  // continued it for this long.
  std::chrono::milliseconds upload_idle{30'000};
};

// Bounds of the dispatcher that may change while requests are carried out.
struct DispatchBounds {
  // Questions that run or wait for a thread. Past that, the newest question of
  // the caller who has most of them waiting gets `busy`.
  std::size_t questions = 64;
  // A question that has waited for a thread this long gets `busy`.
  std::chrono::milliseconds question_wait{10'000};
  // A lane hangs when one piece of its work takes longer than this. A transport
  // hangs when it can accept no connection for longer than this.
  std::chrono::milliseconds stall{120'000};
};

struct LaneSizes {
  std::size_t question_threads = 2;
  // Also the most slow requests at once, since none may wait for a thread.
  std::size_t slow_threads = 1;
};

// Counts of what is under way, for `status`. Safe to use from any thread.
struct Activity {
  std::atomic<std::size_t> connections{0};  // Of all transports.
  std::atomic<std::size_t> questions_in_flight{0};
  ShareLog shares;
};

}  // namespace answerbox::daemon
