// Reads JSON from a model server within a bound of memory.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "daemon/cascade/codec/completions.h"
#include "daemon/cascade/codec/model_failure.h"
#include "daemon/error.h"
#include "protocol/json/json_tree.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon {

// The memory for the tree of an event or line, whatever it holds: the tree of
// "[0,0,...]" takes 12 times its text, and three times that while it grows.
inline constexpr std::size_t kEventTreeBytes = (36 * kMaxEventBytes) + 65'536;

// The memory for the tree of a whole answer of n bytes. Those of real servers
// take less than half of it.
[[nodiscard]] constexpr std::size_t TreeBytesFor(std::size_t n) noexcept {
  return 8 * n + 65'536;
}

// The tree of one text, with its memory.
class ReplyTree {
 public:
  explicit ReplyTree(std::size_t max_bytes)
      : budget_(max_bytes), heap_(budget_), memory_(heap_) {}

  // Errors: kInvalid: not JSON, not UTF-8, no object, or it takes more memory
  // than max_bytes. `what` begins the message: "the model server's event 3".
  [[nodiscard]] ModelResult<const boost::json::object*> Read(
      std::string_view text, std::string_view what);

 private:
  MemoryBudget budget_;
  BudgetedHeap heap_;
  JsonMemory memory_;
  boost::json::value tree_;
};

// These return the member as text, a number, or an object. They return nothing
// if it is absent, null or of another type, or a number that does not fit the
// type.
[[nodiscard]] std::optional<std::string_view> TextIn(
    const boost::json::object& object, std::string_view key);
[[nodiscard]] std::optional<std::uint32_t> NumberIn(
    const boost::json::object& object, std::string_view key);
[[nodiscard]] const boost::json::object* ObjectIn(
    const boost::json::object& object, std::string_view key);
[[nodiscard]] const boost::json::array* ArrayIn(
    const boost::json::object& object, std::string_view key);
// The first element of the array `choices`.
[[nodiscard]] const boost::json::object* FirstChoice(
    const boost::json::object& reply);

// What `error` says, as OpenAI ({"message": "..."}) or as plain text.
[[nodiscard]] std::optional<std::string_view> ErrorIn(
    const boost::json::object& reply);

}  // namespace answerbox::daemon
