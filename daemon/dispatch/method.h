// What a connection may call. Methods know no transport: parameters come in, a
// reply goes out, perhaps later and from another thread.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/dispatch/reply.h"
#include "daemon/dispatch/required_right.h"
#include "daemon/identity/identity.h"

namespace answerbox::daemon {

// Where a method's code runs.
enum class Lane : std::uint8_t {
  kInline,    // With the transport: only what neither waits nor takes long.
  kQuestion,  // On the question threads; as many at once as max_questions.
  kSlow,      // On threads of its own, for what takes seconds to minutes and
              // must not hold up others: one a thread, one more gets `busy`.
  kPassword,  // On the one thread that hashes passwords, half a second each. In
              // the order they came; a bounded number waits.
  kBlocking,  // On the one thread that may wait for the disk. A caller's
              // requests go through it in the order they came.
};

struct Method {
  std::string_view name;  // In static storage.
  Lane lane = Lane::kInline;
  // Of its caller; nothing: every caller may call it.
  std::optional<RequiredRight> right;
  // `params` is valid during the call alone.
  std::function<void(const boost::json::object& params, const Reply& reply)>
      run;
};

// The methods of one connection, and through them what belongs to it, such as
// its uploads: destroyed when the connection is over and no method runs.
struct MethodTable {
  explicit MethodTable(Identity its_caller) : caller(std::move(its_caller)) {}

  Identity caller;  // Whose connection it is.
  std::vector<Method> methods;
  // Whether work would be lost with the connection, such as an open upload:
  // then it is not closed for being idle. Called from any thread; empty: never.
  std::function<bool()> holds_work;
  // Gives up such work that the client has not gone on with since `time`, and
  // gives when it last went on with the oldest of the rest. On the storage
  // lane; empty: there never is any.
  using TimePoint = std::chrono::steady_clock::time_point;
  std::function<std::optional<TimePoint>(TimePoint time)> drop_stale_work;
};

using MakeMethods = std::function<MethodTable(const Identity&)>;

}  // namespace answerbox::daemon
