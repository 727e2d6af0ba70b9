// The families of methods. Each function adds one family to the table of a
// connection; method_table.cc calls them all. docs/socket-protocol.md describes
// the methods, and protocol/calls/ states their parameters and rights.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "daemon/dispatch/method.h"
#include "daemon/methods/services.h"

namespace answerbox::daemon {

// What the methods of one connection use. The connection's table owns it, so it
// lives until no method runs. Work that a method leaves for later must copy
// what it needs.
struct Connection {
  Services& services;
  const Identity caller;
  const AuditTrail audit;  // Names the caller.

  [[nodiscard]] Access access() const { return services.access.Of(caller); }
};

// Returns whether a caller may know that the collection exists.
[[nodiscard]] inline bool MaySee(const Access& access,
                                 std::string_view collection) noexcept {
  return access.Has(Right::kAsk, collection) ||
         access.Has(Right::kRead, collection);
}

using RunMethod = void (*)(const Connection& connection,
                           const boost::json::object& params,
                           const Reply& reply);

// The callback holds two pointers: std::function then allocates no memory.
inline void AddMethod(MethodTable& table, const calls::Call& call,
                      const Connection& connection, RunMethod run) {
  table.Add(call, [&connection, run](const boost::json::object& params,
                                     const Reply& reply) {
    run(connection, params, reply);
  });
}

// The same for a method of `object`, which lives as long as the table.
template <auto method, typename Methods>
void AddMethod(MethodTable& table, const calls::Call& call, Methods& object) {
  table.Add(call,
            [&object](const boost::json::object& params, const Reply& reply) {
              (object.*method)(params, reply);
            });
}

// Runs a change. Sends an error instead when the audit log has no room for its
// record.
template <RunMethod change>
void IfThereIsRoom(const Connection& connection,
                   const boost::json::object& params, const Reply& reply) {
  const Result<void> room = connection.audit.CheckRoom();
  if (!room) return reply.Send(room.error());
  change(connection, params, reply);
}

// Adds `work` to what the table's methods hold: is_open() says whether there is
// some, and DropStale is MethodTable::drop_stale_work.
template <typename Work>
void HoldWork(MethodTable& table, const std::shared_ptr<Work>& work) {
  table.holds_work = [work, others = std::move(table.holds_work)] {
    return work->is_open() || (others && others());
  };
  table.drop_stale_work = [work, others = std::move(table.drop_stale_work)](
                              MethodTable::TimePoint time) {
    const auto own = work->DropStale(time);
    const auto other = others ? others(time) : std::nullopt;
    // The caller looks again at the earlier of the two times.
    if (!own || !other) return own ? own : other;
    return std::optional(std::min(*own, *other));
  };
}

// In all of these, `connection` outlives the table's methods.

// `ask`.
void AddAskMethod(const Connection& connection, MethodTable& table);
// `search`.
void AddSearchMethod(const Connection& connection, MethodTable& table);
// `select`, `summarize`, `ground`.
void AddGatheringMethods(const Connection& connection, MethodTable& table);
// `exam.grade`, `exam.questions`.
void AddExamMethods(const Connection& connection, MethodTable& table);
// `exam.bank`, `exam.start`, `exam.stop`, `exam.state`, `exam.similar`.
void AddExamStateMethods(const Connection& connection, MethodTable& table);
// `feedback.*`.
void AddFeedbackMethods(const Connection& connection, MethodTable& table);
// `documents.*`, `changes.*`. The table owns the open uploads of its
// connection, which are dropped when it is destroyed.
void AddDocumentMethods(const Connection& connection, MethodTable& table);
// `collections.*`.
void AddCollectionMethods(const Connection& connection, MethodTable& table);
// `inbox.*`, `packs.*`. Call them after AddDocumentMethods: the table keeps
// their uploads beside those of documents.
void AddInboxMethods(const Connection& connection, MethodTable& table);
void AddPackMethods(const Connection& connection, MethodTable& table);
// `audit.*`.
void AddAuditMethods(const Connection& connection, MethodTable& table);
// `backup`.
void AddBackupMethod(const Connection& connection, MethodTable& table);
// `status`. A caller who may not manage every collection learns nothing of the
// machine, of other callers, and of collections that it may neither ask nor
// read.
void AddStatusMethod(const Connection& connection, MethodTable& table);
// `users.*`.
void AddUserMethods(const Connection& connection, MethodTable& table);
// `energy.*`.
void AddEnergyMethods(const Connection& connection, MethodTable& table);

// Methods in files of their own, which the functions above add.
void RunCalibrate(const Connection& connection,
                  const boost::json::object& params, const Reply& reply);
void RunExamQuestions(const Connection& connection,
                      const boost::json::object& params, const Reply& reply);

}  // namespace answerbox::daemon
