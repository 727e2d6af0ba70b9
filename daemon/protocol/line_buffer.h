// Cuts a stream of bytes into lines. Memory grows with the line at hand and is
// freed as soon as nothing is buffered: an idle connection holds none. The
// first bytes are the client's due; the rest counts in a budget that others
// share. So clients with long lines can't cost another one its short lines.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "daemon/error.h"
#include "daemon/json/memory_budget.h"

namespace answerbox::daemon {

class LineBuffer {
 public:
  // `max_line_bytes` is without the line end. `own_bytes`, at least one, are
  // not taken from `budget`, which outlives the buffer.
  LineBuffer(std::size_t max_line_bytes, std::size_t own_bytes,
             MemoryBudget& budget) noexcept
      : max_line_bytes_(max_line_bytes),
        own_bytes_(own_bytes),
        budget_(budget) {}
  ~LineBuffer() { Free(); }
  LineBuffer(const LineBuffer&) = delete;
  LineBuffer& operator=(const LineBuffer&) = delete;

  // Where to put what is received next: at least one byte. Ends the life of
  // lines given before. Errors: kLineTooLong, kBusy (the budget is used up).
  [[nodiscard]] Result<std::span<char>> PrepareRead();

  // Adds `size` bytes that were put where PrepareRead said.
  void Commit(std::size_t size) noexcept { end_ += size; }

  // The next whole line, without its '\n'. Errors: kLineTooLong.
  [[nodiscard]] Result<std::optional<std::string_view>> NextLine();

  // Bytes of a line whose end has not come.
  [[nodiscard]] bool HasPartialLine() const noexcept { return begin_ != end_; }

  // Frees the memory when nothing is buffered. Ends the life of lines.
  void FreeIfEmpty() noexcept;
  // Forgets what is buffered, too.
  void Free() noexcept;

 private:
  // What the budget has to bear of a buffer of `capacity`.
  [[nodiscard]] std::size_t Shared(std::size_t capacity) const noexcept {
    return capacity > own_bytes_ ? capacity - own_bytes_ : 0;
  }
  [[nodiscard]] bool Grow(std::size_t capacity);
  [[nodiscard]] Error TooLong() const;

  const std::size_t max_line_bytes_;
  const std::size_t own_bytes_;
  MemoryBudget& budget_;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;    // Of what no line was made of yet.
  std::size_t scanned_ = 0;  // Up to here there is no line end.
  std::size_t end_ = 0;
};

}  // namespace answerbox::daemon
