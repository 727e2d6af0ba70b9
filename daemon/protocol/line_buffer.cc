#include "daemon/protocol/line_buffer.h"

#include <string.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

namespace answerbox::daemon {
Error LineBuffer::TooLong() const {
  return {ErrorKind::kLineTooLong,
          "A line is at most " + std::to_string(max_line_bytes_) +
              " bytes long; send long documents with documents.begin."};
}

// The beginning of an incomplete line moves to the front, so that the buffer
// never has to be longer than one line. Its old place is wiped, because lines
// may hold passwords.
Result<std::span<char>> LineBuffer::PrepareRead() {
  if (end_ - begin_ > max_line_bytes_) return TooLong();
  if (begin_ != 0) {
    std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    ::explicit_bzero(bytes_.get() + end_, begin_);
    scanned_ -= begin_;
    begin_ = 0;
  }
  if (end_ == capacity_) {
    // The largest capacity has room for the longest line with its end.
    const std::size_t wanted = std::clamp(
        capacity_ * 2, own_bytes_, std::max(own_bytes_, max_line_bytes_ + 1));
    if (!Grow(wanted)) {
      return Error{ErrorKind::kBusy,
                   "The daemon's memory for requests is used up, or the part "
                   "of it that one user may have (user_share_percent); try "
                   "again."};
    }
  }
  return std::span(bytes_.get() + end_, capacity_ - end_);
}

// While the line is copied, both buffers exist, and both count. realloc() would
// leave the old bytes unwiped in the heap.
bool LineBuffer::Grow(std::size_t capacity) {
  if (!budget_.TryTake(Shared(capacity))) return false;
  std::unique_ptr<char[]> grown(new (std::nothrow) char[capacity]);
  if (grown == nullptr) {
    budget_.GiveBack(Shared(capacity));
    return false;
  }
  if (end_ != 0) std::memcpy(grown.get(), bytes_.get(), end_);
  Wipe();
  bytes_ = std::move(grown);
  budget_.GiveBack(Shared(capacity_));
  capacity_ = capacity;
  return true;
}

// Bytes are searched only once. Otherwise a long line that arrives in small
// pieces would take time quadratic in its length.
Result<std::optional<std::string_view>> LineBuffer::NextLine() {
  if (begin_ == end_) return std::optional<std::string_view>();
  const char* const from = bytes_.get() + scanned_;
  const auto* line_end =
      static_cast<const char*>(std::memchr(from, '\n', end_ - scanned_));
  if (line_end == nullptr) {
    scanned_ = end_;
    if (end_ - begin_ > max_line_bytes_) return TooLong();
    return std::optional<std::string_view>();
  }
  const char* const line = bytes_.get() + begin_;
  const auto size = static_cast<std::size_t>(line_end - line);
  if (size > max_line_bytes_) return TooLong();
  // The line's bytes stay in place until the next PrepareRead.
  begin_ += size + 1;
  scanned_ = begin_;
  return std::optional<std::string_view>(std::in_place, line, size);
}

void LineBuffer::FreeIfEmpty() noexcept {
  if (begin_ == end_) Free();
}

void LineBuffer::Free() noexcept {
  Wipe();
  bytes_.reset();
  budget_.GiveBack(Shared(capacity_));
  capacity_ = begin_ = scanned_ = end_ = 0;
}

void LineBuffer::Wipe() noexcept {
  if (end_ != 0) ::explicit_bzero(bytes_.get(), end_);
}

}  // namespace answerbox::daemon
