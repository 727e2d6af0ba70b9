// Writes the replies of one connection as fast as its client reads them, within
// the bounds for slow clients. Only the sockets' thread uses it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "daemon/protocol/unix_socket/session_context.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon {

// Lines that wait for one client to read them, within a bound for this client.
// The first `own_bytes` are reserved for this client; the rest counts in the
// budget of all connections. So clients that do not read can't keep another
// client from getting small replies.
//
// Lines are in blocks, which are freed when they are written. The whole block
// counts in the bounds, however little of it still waits.
class ReplyQueue {
 public:
  // `own_bytes` are not taken from `budget`, which outlives the queue.
  ReplyQueue(std::size_t max_bytes, std::size_t own_bytes,
             MemoryBudget& budget) noexcept
      : max_bytes_(max_bytes), own_bytes_(own_bytes), budget_(budget) {}
  ~ReplyQueue() { Free(); }
  ReplyQueue(const ReplyQueue&) = delete;
  ReplyQueue& operator=(const ReplyQueue&) = delete;

  enum class Outcome : std::uint8_t {
    kAdded,
    kQueueFull,   // This client does not read its replies.
    kBudgetFull,  // All clients together do not read theirs.
  };
  // Adds the pieces, which together are a line. Adds nothing when that would
  // exceed a bound or the heap is used up.
  [[nodiscard]] Outcome Append(
      std::span<const std::string_view> pieces) noexcept;

  // Returns the bytes to write next, perhaps only a part of those that wait;
  // empty when none wait. Valid until Consume, even when lines are appended.
  [[nodiscard]] std::string_view Front() const noexcept;
  // Removes the first `size` bytes of Front(), which have been written.
  void Consume(std::size_t size) noexcept;
  // Drops all lines. Invalidates Front().
  void Free() noexcept;

  [[nodiscard]] bool empty() const noexcept { return bytes_ == 0; }
  // The number of waiting bytes.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  struct Block {
    // Copies as much of `text` as there is room for, and returns the rest.
    std::string_view Take(std::string_view text) noexcept;

    std::unique_ptr<Block> next;
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;
    std::size_t end = 0;  // Bytes in use.
  };

  // Returns how many of `bytes` in blocks count in the budget.
  [[nodiscard]] std::size_t Shared(std::size_t bytes) const noexcept {
    return bytes > own_bytes_ ? bytes - own_bytes_ : 0;
  }
  // Returns false, and adds nothing, when the budget or the heap has no room.
  [[nodiscard]] bool AddBlock(std::size_t capacity) noexcept;
  void FreeFirst() noexcept;

  const std::size_t max_bytes_;
  const std::size_t own_bytes_;
  MemoryBudget& budget_;
  std::unique_ptr<Block> first_;  // Its bytes are written next.
  Block* last_ = nullptr;         // Lines are appended here.
  std::size_t written_ = 0;       // Bytes of first_ already written.
  std::size_t bytes_ = 0;
  std::size_t held_ = 0;  // Capacity of all blocks.
};

class ReplyWriter : public std::enable_shared_from_this<ReplyWriter> {
 public:
  using Socket = boost::asio::local::stream_protocol::socket;

  // `socket` outlives Run; `context` outlives the writer.
  //   on_written  called by Run when the client has accepted some bytes
  //   on_full     called by Queue when a line finds no room: the client does
  //               not read its replies, and must be dropped
  ReplyWriter(Socket& socket, SessionContext& context,
              std::function<void()> on_written, std::function<void()> on_full);

  // Queues the pieces of a line; does nothing after Stop. Logs when there is no
  // room.
  void Queue(std::span<const std::string_view> pieces);
  void Queue(std::string_view line) { Queue(std::span(&line, 1)); }

  // Writes queued lines. Returns after Finish when all are written, after Stop,
  // and when the client has gone or takes nothing for too long. The queue's
  // memory is then free.
  [[nodiscard]] boost::asio::awaitable<void> Run();
  // Notes that no more lines will be queued.
  void Finish();
  // Drops queued lines. A write under way ends when the socket is closed.
  void Stop();

  // The number of bytes that wait for the client.
  [[nodiscard]] std::size_t bytes() const noexcept { return queue_.bytes(); }

 private:
  boost::asio::awaitable<bool> WriteSome(std::string_view bytes);

  Socket& socket_;
  const std::chrono::milliseconds timeout_;
  const std::function<void()> on_written_;
  const std::function<void()> on_full_;
  ReplyQueue queue_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer wakeup_;
  boost::asio::cancellation_signal cancel_write_;
  bool is_finishing_ = false;
  bool is_stopped_ = false;
  bool is_timed_out_ = false;
};

}  // namespace answerbox::daemon
