// Cuts a stream of bytes into lines. The memory grows with the present line and
// is freed when nothing is buffered, so an idle connection holds none. It is
// wiped before that, because lines may hold passwords. The first `own_bytes`
// are reserved for this client; the rest counts in a budget that all clients
// share. So clients with long lines can't keep another client from sending
// short ones.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "daemon/error.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon {

class LineBuffer {
 public:
  // `max_line_bytes` does not count the line end. `own_bytes`, at least 1, are
  // not taken from `budget`, which outlives the buffer.
  LineBuffer(std::size_t max_line_bytes, std::size_t own_bytes,
             MemoryBudget& budget) noexcept
      : max_line_bytes_(max_line_bytes),
        own_bytes_(own_bytes),
        budget_(budget) {}
  ~LineBuffer() { Free(); }
  LineBuffer(const LineBuffer&) = delete;
  LineBuffer& operator=(const LineBuffer&) = delete;

  // Returns room for at least one byte to be received. Invalidates lines
  // returned before. Errors: kLineTooLong, kBusy (the budget is used up).
  [[nodiscard]] Result<std::span<char>> PrepareRead();

  // Adds `size` bytes that were written to the room of PrepareRead.
  void Commit(std::size_t size) noexcept { end_ += size; }

  // Returns the next whole line, without its line end. Errors: kLineTooLong.
  [[nodiscard]] Result<std::optional<std::string_view>> NextLine();

  // Returns whether a line has begun whose end has not been received.
  [[nodiscard]] bool HasPartialLine() const noexcept { return begin_ != end_; }

  // Frees the memory when nothing is buffered. Invalidates lines.
  void FreeIfEmpty() noexcept;
  // Frees the memory and drops buffered bytes.
  void Free() noexcept;

 private:
  // Returns the part of a buffer of `capacity` that counts in the budget.
  [[nodiscard]] std::size_t Shared(std::size_t capacity) const noexcept {
    return capacity > own_bytes_ ? capacity - own_bytes_ : 0;
  }
  // Overwrites the received bytes. There is nothing of lines after `end_`.
  void Wipe() noexcept;
  [[nodiscard]] bool Grow(std::size_t capacity);
  [[nodiscard]] Error TooLong() const;

  const std::size_t max_line_bytes_;
  const std::size_t own_bytes_;
  MemoryBudget& budget_;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;    // The first byte not yet in a returned line.
  std::size_t scanned_ = 0;  // There is no line end from begin_ to here.
  std::size_t end_ = 0;
};

}  // namespace answerbox::daemon
