// The methods that a connection may call. A method knows no transport: it gets
// parameters and a reply, which it may send later and from another thread.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/dispatch/reply.h"
#include "daemon/error.h"
#include "daemon/identity/access.h"
#include "daemon/identity/identity.h"
#include "protocol/calls/call.h"

namespace answerbox::daemon {

// A request as the dispatcher sees it: the method's name and the parameters.
// The transport's own type derives from it and holds the memory of both.
class Call {
 public:
  Call(std::string_view method, const boost::json::object& params) noexcept
      : method_(method), params_(&params) {}

  [[nodiscard]] std::string_view method() const noexcept { return method_; }
  [[nodiscard]] const boost::json::object& params() const noexcept {
    return *params_;
  }

 protected:
  // For a request whose name and parameters become known while it is read.
  Call() = default;

  std::string_view method_;
  const boost::json::object* params_ = nullptr;
};

// Succeeds if a request with these parameters may be carried out. Whether the
// collection exists makes no difference, so that nobody can find that out here.
// A request that names no collection passes if the caller has the right
// anywhere; the method then refuses it. Errors: kForbidden. Allocates nothing
// but errors.
[[nodiscard]] Result<void> CheckRight(const RequiredRight& required,
                                      const Access& access,
                                      const Identity& caller,
                                      std::string_view method,
                                      const boost::json::object& params);

// Returns the collection that the request concerns; empty if it names none. A
// parameter that is no string counts as none: the method refuses it.
[[nodiscard]] std::string_view CollectionOf(const RequiredRight& required,
                                            const boost::json::object& params);

// Returns the error for a caller who lacks `right` in `collection`.
[[nodiscard]] Error ForbiddenIn(std::string_view collection, Right right,
                                const Identity& caller,
                                std::string_view method);

struct Method {
  std::string_view name;  // In static storage.
  Lane lane = Lane::kInline;
  // The right that the caller needs; nothing: every caller may call it.
  std::optional<RequiredRight> right;
  // `params` is valid only during the call.
  using Run = std::function<void(const boost::json::object& params,
                                 const Reply& reply)>;
  Run run;
  // Whether the request may take long: always, or if a parameter says so.
  calls::Length length{};
  bool is_recorded = false;  // In the audit log.
};

// Returns whether the request may take long.
[[nodiscard]] bool IsLong(const calls::Length& length,
                          const boost::json::object& params);

// The methods of one connection. They own its state, such as its uploads.
// Destroyed when the connection is closed and no method runs.
struct MethodTable {
  explicit MethodTable(Identity its_caller) : caller(std::move(its_caller)) {}

  void Add(const calls::Call& call, Method::Run run) {
    methods.push_back({call.name, call.lane, call.right, std::move(run),
                       call.length,
                       call.recorded != protocol::RecordKind::kNothing});
  }

  Identity caller;  // Of the connection.
  std::vector<Method> methods;
  std::shared_ptr<const void> state;  // State that the methods share.
  // Returns whether closing the connection would lose work, such as an open
  // upload. Such a connection is not closed for being idle. Safe to call from
  // any thread. Empty: there is never such work.
  std::function<bool()> holds_work;
  // Drops work that the client has not continued since `time`. Returns when the
  // client last continued the oldest of the rest. Called on the blocking lane.
  // Empty: there is never such work.
  using TimePoint = std::chrono::steady_clock::time_point;
  std::function<std::optional<TimePoint>(TimePoint time)> drop_stale_work;
};

using MakeMethods = std::function<MethodTable(const Identity&)>;

}  // namespace answerbox::daemon
