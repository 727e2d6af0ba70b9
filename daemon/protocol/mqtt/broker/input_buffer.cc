#include "daemon/protocol/mqtt/broker/input_buffer.h"

#include <string.h>

#include <cassert>
#include <new>
#include <utility>

namespace answerbox::daemon::mqtt {
namespace {

// Gives the memory back, which clear() would keep.
void Release(std::pmr::string& text) noexcept {
  std::pmr::string empty(text.get_allocator());
  text.swap(empty);
}

}  // namespace

void InputBuffer::Append(std::string_view bytes) {
  const std::size_t total = this->bytes().size() + bytes.size();
  if (large_.empty() && total > kSmallBytes) MoveToLarge(total);
  (total > kSmallBytes || !large_.empty() ? large_ : small_).append(bytes);
}

void InputBuffer::Reserve(std::size_t packet_bytes) {
  if (packet_bytes <= kSmallBytes || bytes().empty()) return;
  if (large_.empty()) return MoveToLarge(packet_bytes);
  large_.reserve(packet_bytes);
}

void InputBuffer::MoveToLarge(std::size_t capacity) {
  large_.reserve(capacity);
  large_ = small_;
  ::explicit_bzero(small_.data(), small_.size());
  Release(small_);
}

void InputBuffer::Consume(std::size_t count) noexcept {
  std::pmr::string& text = large_.empty() ? small_ : large_;
  assert(count <= text.size());
  const std::size_t left = text.size() - count;
  std::char_traits<char>::move(text.data(), text.data() + count, left);
  ::explicit_bzero(text.data() + left, count);
  text.resize(left);
  if (left == 0) return Release(text);
  if (&text == &large_ && left <= kSmallBytes) MoveToSmall();
}

void InputBuffer::MoveToSmall() noexcept {
  try {
    small_ = large_;
  } catch (const std::bad_alloc&) {
    return;  // It stays where it is.
  }
  ::explicit_bzero(large_.data(), large_.size());
  Release(large_);
}

}  // namespace answerbox::daemon::mqtt
