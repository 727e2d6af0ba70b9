// What a connection may call. Methods know no sockets: parameters come in, a
// reply goes out, perhaps later and from another thread.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/dispatch/work_done.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Where a method's code runs.
enum class Lane : std::uint8_t {
  kInline,    // With the sockets: only what neither waits nor takes long.
  kQuestion,  // On the question threads; as many at once as max_questions.
  kLong,      // On a thread of its own, for what takes minutes: one at a time.
              // While it runs, another one gets `busy`.
  kStorage,   // On the one storage thread. A connection's requests go through
              // it in the order they came.
};

// One request's way back. Copies share the request; the first answer counts.
// When the last copy goes without an answer, the error `internal` is sent: no
// client waits for ever. Safe from any thread.
class Reply {
 public:
  // May throw std::bad_alloc, having done nothing.
  using SendResult = std::function<void(Result<std::string>)>;
  using SendProgress = std::function<void(const WorkDone& work)>;
  using IsAwaited = std::function<bool()>;

  Reply(SendResult send_result, SendProgress send_progress,
        IsAwaited is_awaited);

  // The result is JSON text. Where memory has no room for sending it, the error
  // `internal` goes instead; where it has none for that either, the process
  // ends, as nobody else would ever end the request.
  void Send(Result<std::string> result) const noexcept;
  void Progress(const WorkDone& work) const;
  // False once the client has closed its connection: what only it wants to know
  // need not be found out. Becomes false some time after, and stays so.
  [[nodiscard]] bool is_awaited() const;

 private:
  struct Pending;
  std::shared_ptr<Pending> pending_;
};

struct Method {
  std::string_view name;  // In static storage.
  Lane lane = Lane::kInline;
  // `params` is valid during the call alone.
  std::function<void(const boost::json::object& params, const Reply& reply)>
      run;
};

// The methods of one connection, and through them what belongs to it, such as
// its uploads: destroyed when the connection is over and no method runs.
struct MethodTable {
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

// Who is calling: the kernel's word, never the request's.
struct Caller {
  std::uint32_t user = 0;  // uid
};

using MakeMethods = std::function<MethodTable(const Caller&)>;

}  // namespace answerbox::daemon
