// The table of calls: each method of the daemon, stated once. The daemon's
// decoders, the rights that it checks and the lanes that it uses, the options
// of the command line and the tables of docs/socket-protocol.md come from it or
// are compared with it by tests. A file NAME.h beside this one has the calls of
// one family.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "protocol/calls/param.h"

namespace answerbox::protocol {

// What a caller may do. Each call states the right that it needs.
enum class Right : std::uint8_t {
  kAsk,
  kRead,    // Lists and texts of documents.
  kAdd,     // Adds, replaces and removes documents and collections.
  kManage,  // Maintenance, the audit log, energy reports; users.
};

inline constexpr std::array kEveryRight = {Right::kAsk, Right::kRead,
                                           Right::kAdd, Right::kManage};

// "ask", "read", "add" or "manage".
[[nodiscard]] std::string_view ToString(Right right) noexcept;
// Nothing for another word.
[[nodiscard]] std::optional<Right> RightNamed(std::string_view word) noexcept;

// The right that a call takes of its caller, and in which collection.
struct RequiredRight {
  enum class Where : std::uint8_t {
    kEveryCollection,  // By a grant for all there are and will be.
    kSomeCollection,   // In one at least; the method itself asks for more.
    kOneCollection,    // In the one that a parameter names.
  };

  [[nodiscard]] static constexpr RequiredRight InEvery(Right right) noexcept {
    return {right, Where::kEveryCollection, {}, {}};
  }
  [[nodiscard]] static constexpr RequiredRight InSome(Right right) noexcept {
    return {right, Where::kSomeCollection, {}, {}};
  }
  // Without the parameter, the collection is its fallback, or unknown if it has
  // none.
  [[nodiscard]] static constexpr RequiredRight In(
      Right right, const TextParam& named) noexcept {
    return {right, Where::kOneCollection, named.name, named.fallback};
  }

  Right right;
  Where where;
  // kOneCollection, in static storage.
  std::string_view param;
  std::string_view fallback;
};

// The thread that runs a method.
enum class Lane : std::uint8_t {
  // The transport's: for methods that neither wait nor take long.
  kInline,
  // A question thread; at most max_questions run or wait at once.
  kQuestion,
  // A thread of the slow lane, for methods that take seconds to minutes. One
  // request for each thread; one more gets `busy`.
  kSlow,
  // The one thread that hashes passwords, half a second each, in the order they
  // came. At most kMaxPasswordRequests run or wait.
  kPassword,
  // The one thread that may wait for the disk. The requests of one caller keep
  // their order.
  kBlocking,
};

// What the audit log keeps of a call: docs/audit-format.md.
enum class RecordKind : std::uint8_t {
  kNothing,
  kAnswer,  // The answer or refusal, and what a model generated for it.
  kQuery,   // What was asked, and how much was found.
  kChange,  // The change that was made.
  kExam,    // The grades.
};

namespace calls {

// A member of a reply.
struct Member {
  std::string_view name;
  // When it is there, as docs/socket-protocol.md says it: "only with
  // `max_work`". Empty: always.
  std::string_view when = {};
};

// Members of a reply that the audit log adds where it is on.
inline constexpr Member kRun{"run", "only if the audit log is on"};
inline constexpr Member kRecorded{"recorded", "only if the audit log is on"};

// How long a call of Lane::kQuestion takes. Long ones never take all threads.
struct Length {
  bool is_long = false;
  // A parameter with which it is long, and its value there.
  std::string_view param = {};
  std::string_view value = {};
};

struct Call {
  std::string_view name;
  std::span<const Param> params;
  std::span<const Member> reply;
  std::optional<RequiredRight> right;  // Nothing: every caller may call it.
  Lane lane = Lane::kInline;
  RecordKind recorded = RecordKind::kNothing;
  // MQTT clients call it by a topic of its own: answerbox/COLLECTION/NAME.
  bool has_topic = false;
  Length length{};
};

// All calls, in the order of docs/socket-protocol.md.
[[nodiscard]] std::span<const Call* const> AllCalls() noexcept;

}  // namespace calls
}  // namespace answerbox::protocol
