// Chunks with scores, and the best of them: a bounded heap in the arena.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/segment_reader.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {

template <typename A>
struct ScoredChunk {
  std::uint32_t segment = 0;
  ChunkNumber chunk = 0;
  typename A::Score score{};
};

// Higher scores first; equal ones in document order, never by address or hash.
template <typename A>
[[nodiscard]] bool RanksBefore(const ScoredChunk<A>& a,
                               const ScoredChunk<A>& b) noexcept {
  if (a.score != b.score) return a.score > b.score;
  return a.segment != b.segment ? a.segment < b.segment : a.chunk < b.chunk;
}

// Keeps the best `capacity` of the chunks it is offered.
template <typename A>
class TopChunks {
 public:
  TopChunks(std::size_t capacity, Arena& arena)
      : heap_(MakeSpan<ScoredChunk<A>>(arena, capacity)) {}

  [[nodiscard]] std::size_t capacity() const noexcept { return heap_.size(); }

  // From here on only what ranks before the worst is kept.
  [[nodiscard]] bool is_full() const noexcept { return size_ == heap_.size(); }
  // Of the kept ones. Precondition: there is one.
  [[nodiscard]] typename A::Score worst_score() const noexcept {
    return heap_.front().score;
  }

  // Logarithmic in the capacity.
  void Offer(const ScoredChunk<A>& chunk) noexcept {
    if (size_ < heap_.size()) {
      heap_[size_++] = chunk;
      std::push_heap(heap_.begin(), end(), RanksBefore<A>);
    } else if (size_ != 0 && RanksBefore(chunk, heap_.front())) {
      std::pop_heap(heap_.begin(), end(), RanksBefore<A>);
      heap_[size_ - 1] = chunk;
      std::push_heap(heap_.begin(), end(), RanksBefore<A>);
    }
  }

  // The kept chunks, best first. Call once, last.
  [[nodiscard]] std::span<ScoredChunk<A>> Sorted() noexcept {
    std::sort_heap(heap_.begin(), end(), RanksBefore<A>);
    return heap_.first(size_);
  }

 private:
  auto end() noexcept {
    return heap_.begin() + static_cast<std::ptrdiff_t>(size_);
  }

  std::span<ScoredChunk<A>> heap_;
  std::size_t size_ = 0;
};

}  // namespace answerbox::engine
