#include "daemon/protocol/mqtt/broker/input_buffer.h"

#include <string.h>

#include <algorithm>
#include <cassert>
#include <new>

namespace answerbox::daemon::mqtt {
namespace {

// Gives the memory back, which clear() would keep.
void Release(std::pmr::string& text) noexcept {
  ::explicit_bzero(text.data(), text.size());
  std::pmr::string empty(text.get_allocator());
  text.swap(empty);
}

// Has `to`, which may be `from`, hold what `from` does, with room for
// `capacity` bytes. Throws std::bad_alloc, having done nothing.
void Move(std::pmr::string& from, std::pmr::string& to, std::size_t capacity) {
  std::pmr::string moved(to.get_allocator());
  moved.reserve(std::max(capacity, from.size()));
  moved = from;
  Release(from);
  to.swap(moved);
}

}  // namespace

void InputBuffer::Append(std::string_view added) {
  const std::size_t total = bytes().size() + added.size();
  if (!is_large() && total <= kSmallBytes) {
    if (total > small_.capacity()) {
      Move(small_, small_, std::min(kSmallBytes, total * 2));
    }
    small_.append(added);
    return;
  }
  Reserve(total);
  // With no byte received before, there was nothing to move.
  if (!is_large()) large_.reserve(total);
  large_.append(added);
}

void InputBuffer::Reserve(std::size_t packet_bytes) {
  if (packet_bytes <= kSmallBytes || bytes().empty()) return;
  if (!is_large()) return Move(small_, large_, packet_bytes);
  if (packet_bytes > large_.capacity()) Move(large_, large_, packet_bytes);
}

void InputBuffer::Consume(std::size_t count) noexcept {
  std::pmr::string& text = is_large() ? large_ : small_;
  assert(count <= text.size());
  const std::size_t left = text.size() - count;
  std::char_traits<char>::move(text.data(), text.data() + count, left);
  ::explicit_bzero(text.data() + left, count);
  text.resize(left);
  if (left == 0) return Release(text);
  if (is_large() && left <= kSmallBytes) MoveToSmall();
}

void InputBuffer::Clear() noexcept {
  Release(small_);
  Release(large_);
}

void InputBuffer::MoveToSmall() noexcept {
  try {
    Move(large_, small_, large_.size());
  } catch (const std::bad_alloc&) {
    // It stays where it is.
  }
}

}  // namespace answerbox::daemon::mqtt
