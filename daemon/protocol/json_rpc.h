// JSON-RPC 2.0 as docs/socket-protocol.md specifies it: reads a line as a
// request, or returns the error that answers it, and writes the lines of
// replies. Knows no sockets and no methods.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/system/result.hpp>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/dispatch/method.h"
#include "daemon/dispatch/reply.h"
#include "daemon/error.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon {

inline constexpr std::size_t kMaxIdBytes = 256;  // An id that is a string.

// A request and its memory. Views and references are valid as long as the
// request lives. Its destructor wipes the memory: some requests hold passwords.
class Request : public Call {
 public:
  explicit Request(std::shared_ptr<MemoryBudget> budget)
      : budget_(std::move(budget)),
        heap_(*budget_),
        memory_(first_block_.data(), first_block_.size(), &wiped_) {
    params_ = &no_params_;
  }
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request();

  // Returns the id as JSON text, ready to be echoed; nothing for a
  // notification, which gets no answer.
  [[nodiscard]] const std::optional<std::string>& id() const noexcept {
    return id_;
  }

 private:
  friend class RequestReader;

  // This is enough for a question, so most requests need no other memory.
  static constexpr std::size_t kFirstBlockBytes = 2048;

  // Shared, because a request may outlive its connection.
  const std::shared_ptr<MemoryBudget> budget_;
  alignas(
      std::max_align_t) std::array<std::byte, kFirstBlockBytes> first_block_;
  BudgetedHeap heap_;
  WipedMemory wiped_{heap_};
  std::pmr::monotonic_buffer_resource memory_;
  JsonMemory tree_memory_{memory_};
  JsonMemory reader_memory_{wiped_};
  boost::json::object no_params_;
  // The value is emplaced and never assigned: assignment would copy it to other
  // memory.
  std::optional<boost::json::value> root_;
  std::optional<std::string> id_;
};

// A line that is no valid request, with the id for its error.
struct RejectedLine {
  std::optional<std::string> id;  // As Request::id().
  Error error;
};

using ReadResult =
    boost::system::result<std::shared_ptr<const Request>, RejectedLine>;

// Reads a line without its line end.
//   budget       pays for the request's memory
//   max_nesting  levels, counted from the request's own object
// Errors: kParseError, kInvalidRequest, kInvalidParams (`params` is no object),
// kLimit. The error has the line's id if it could be read, otherwise null. The
// id can be read even when the request finds no memory.
[[nodiscard]] ReadResult ReadRequest(std::string_view line,
                                     std::size_t max_nesting,
                                     std::shared_ptr<MemoryBudget> budget);

[[noreturn]] inline void throw_exception_from_error(
    const RejectedLine& line, const boost::source_location&) {
  throw std::logic_error(line.error.message);
}

// What a transport knows of a request besides its text, such as from an MQTT
// topic.
struct KnownCall {
  std::string_view method;  // In static storage.
  // A parameter that the text may omit, and must not contradict.
  std::string_view parameter;
  std::string_view value;
};

// Reads `text`, the object of the call's parameters, which may also have a
// member "id". Errors: as ReadRequest.
[[nodiscard]] ReadResult ReadParameters(const KnownCall& call,
                                        std::string_view text,
                                        std::size_t max_nesting,
                                        std::shared_ptr<MemoryBudget> budget);

// Makes a call with one more parameter, whose value is `text`. Its id is null.
// Errors: kLimit, kInvalidParams (not UTF-8).
[[nodiscard]] ReadResult MakeRequest(const KnownCall& call,
                                     std::string_view parameter,
                                     std::string_view text,
                                     std::shared_ptr<MemoryBudget> budget);

// --- The lines that the daemon sends: results, errors, progress. Each ends
// with
// '\n'.

// The line for an outcome, in pieces. The result stays where its method wrote
// it, and the sender copies each piece once, to its send buffer.
class ReplyLine {
 public:
  // `id` and results are JSON text. Throws std::bad_alloc.
  ReplyLine(std::string_view id, Result<std::string> outcome);

  using Pieces = std::array<std::string_view, 3>;
  // Returns the pieces of the line, in order. Some may be empty.
  [[nodiscard]] Pieces pieces() const noexcept {
    return {head_, result_, end_};
  }
  // Returns the line in one piece. Uses the memory of the result if it
  // suffices. Throws std::bad_alloc.
  [[nodiscard]] std::string Join() &&;

 private:
  std::string head_;  // The whole line if it is an error.
  std::string result_;
  std::string_view end_;
};

// `id` is JSON text.
[[nodiscard]] std::string ErrorLine(std::string_view id, const Error& error);
[[nodiscard]] std::string ProgressLine(std::string_view id,
                                       const WorkDone& work);

// Return the protocol's code and name of an error kind:
// docs/socket-protocol.md, "Errors".
[[nodiscard]] int ErrorCode(ErrorKind kind) noexcept;
[[nodiscard]] std::string_view ToString(ErrorKind kind) noexcept;

}  // namespace answerbox::daemon
