#include "daemon/protocol/mqtt/broker/output.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace answerbox::daemon::mqtt {

Output& OutputQueue::Tail() {
  // A write must not see its bytes move.
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

void OutputQueue::Hold(std::uint64_t step) noexcept {
  assert(chunks_.size() > writing_);
  chunks_.back().step = std::max(chunks_.back().step, step);
}

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

std::span<const std::string_view> OutputQueue::BeginWrite(
    Pieces& pieces, std::uint64_t durable_step) {
  assert(!is_writing());
  std::size_t count = 0;
  for (const Chunk& chunk : chunks_) {
    // The last may be empty still.
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
