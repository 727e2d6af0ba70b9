#include "daemon/protocol/mqtt/broker/buffers.h"

#include <string.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <new>
#include <utility>

namespace answerbox::daemon::mqtt {
namespace {

// Frees the memory, which clear() would keep.
void WipeAndFree(std::pmr::string& text) noexcept {
  ::explicit_bzero(text.data(), text.size());
  std::pmr::string empty(text.get_allocator());
  text.swap(empty);
}

// Moves the content of `from` to `to`, which may be the same, with room for
// `capacity` bytes. Throws std::bad_alloc; then nothing has changed.
void Move(std::pmr::string& from, std::pmr::string& to, std::size_t capacity) {
  std::pmr::string moved(to.get_allocator());
  moved.reserve(std::max(capacity, from.size()));
  moved = from;
  WipeAndFree(from);
  to.swap(moved);
}

}  // namespace

// Small packets stay in the connections' share. Only a longer packet moves to
// the share of large ones, as a whole.
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
  // Without earlier bytes there was nothing to move, so the room is made here.
  if (!is_large()) large_.reserve(total);
  large_.append(added);
}

void InputBuffer::Reserve(std::size_t packet_bytes) {
  if (packet_bytes <= kSmallBytes || bytes().empty()) return;
  if (!is_large()) return Move(small_, large_, packet_bytes);
  if (packet_bytes > large_.capacity()) Move(large_, large_, packet_bytes);
}

// Several packets may have arrived at once, so the rest moves to the front.
void InputBuffer::Consume(std::size_t count) noexcept {
  std::pmr::string& text = is_large() ? large_ : small_;
  assert(count <= text.size());
  const std::size_t left = text.size() - count;
  std::char_traits<char>::move(text.data(), text.data() + count, left);
  ::explicit_bzero(text.data() + left, count);
  text.resize(left);
  if (left == 0) return WipeAndFree(text);
  if (is_large() && left <= kSmallBytes) MoveToSmall();
}

void InputBuffer::Clear() noexcept {
  WipeAndFree(small_);
  WipeAndFree(large_);
}

void InputBuffer::MoveToSmall() noexcept {
  try {
    Move(large_, small_, large_.size());
  } catch (const std::bad_alloc&) {
    // Without memory the packet stays where it is.
  }
}

Output& OutputQueue::Tail() {
  // The bytes of a chunk that is being written must not move.
  if (chunks_.size() == writing_ || chunks_.back().message ||
      chunks_.back().is_sealed) {
    chunks_.push_back({Output(&memory_), nullptr});
  }
  return chunks_.back().bytes;
}

void OutputQueue::AppendPayloadOf(MessagePointer message) noexcept {
  assert(chunks_.size() > writing_ && !chunks_.back().message);
  chunks_.back().message = std::move(message);
}

// Chunks are written in order, so what comes after a held chunk waits with it.
void OutputQueue::Hold(std::uint64_t step) noexcept {
  assert(chunks_.size() > writing_);
  chunks_.back().step = std::max(chunks_.back().step, step);
}

// Otherwise a busy connection would add to the same chunk for ever, with ever
// newer steps to wait for.
void OutputQueue::Seal() noexcept {
  if (chunks_.size() > writing_ && BytesOf(chunks_.back()) > 0) {
    chunks_.back().is_sealed = true;
  }
}

bool OutputQueue::is_held(std::uint64_t durable_step) const noexcept {
  return chunks_.size() > writing_ &&
         std::next(chunks_.begin(), static_cast<std::ptrdiff_t>(writing_))
                 ->step > durable_step;
}

void OutputQueue::DropUnwritten() noexcept {
  while (chunks_.size() > writing_) chunks_.pop_back();
}

std::size_t OutputQueue::bytes() const noexcept { return BytesFrom(0); }

std::size_t OutputQueue::unwritten_bytes() const noexcept {
  return BytesFrom(writing_);
}

std::size_t OutputQueue::BytesFrom(std::size_t first) const noexcept {
  std::size_t sum = 0;
  for (const Chunk& chunk : chunks_) {
    if (first > 0) {
      --first;
    } else {
      sum += BytesOf(chunk);
    }
  }
  return sum;
}

// Gathers chunks and payloads into one write, because a connection sends many
// small packets at once.
std::span<const std::string_view> OutputQueue::BeginWrite(
    Pieces& pieces, std::uint64_t durable_step) {
  assert(!is_writing());
  std::size_t count = 0;
  for (const Chunk& chunk : chunks_) {
    // The last chunk may still be empty.
    if (count + 2 > pieces.size() || BytesOf(chunk) == 0 ||
        chunk.step > durable_step) {
      break;
    }
    pieces[count++] = chunk.bytes;
    if (chunk.message) pieces[count++] = chunk.message->payload;
    ++writing_;
  }
  return std::span(pieces).first(count);
}

void OutputQueue::EndWrite() noexcept {
  for (; writing_ > 0; --writing_) chunks_.pop_front();
}

}  // namespace answerbox::daemon::mqtt
