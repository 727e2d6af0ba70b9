// Chunks with scores, and the best of them: a bounded heap in the arena.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "engine/numeric/arena_span.h"
#include "engine/retrieval/document_order.h"

namespace answerbox::engine {

template <typename A>
struct ScoredChunk : ChunkPlace {
  typename A::Score score{};
};

// Orders chunks by score, the highest first; equal scores by DocumentOrder.
template <typename A>
class RanksBefore {
 public:
  explicit RanksBefore(DocumentOrder& order) noexcept : order_(&order) {}

  [[nodiscard]] bool operator()(const ScoredChunk<A>& a,
                                const ScoredChunk<A>& b) const noexcept {
    if (a.score != b.score) return a.score > b.score;
    return order_->IsBefore(a, b);
  }

 private:
  DocumentOrder* order_;
};

// Keeps the best `capacity` of the chunks that it is offered.
template <typename A>
class TopChunks {
 public:
  // `order` outlives this object. Throws std::bad_alloc past the arena.
  TopChunks(std::size_t capacity, DocumentOrder& order, Arena& arena)
      : heap_(MakeSpan<ScoredChunk<A>>(arena, capacity)), order_(order) {}

  [[nodiscard]] std::size_t capacity() const noexcept { return heap_.size(); }

  // If full, an offered chunk is kept only if it ranks before the worst kept
  // one.
  [[nodiscard]] bool is_full() const noexcept { return size_ == heap_.size(); }
  // The lowest score of the kept chunks. A chunk with the same score may still
  // rank before it. Precondition: a chunk is kept.
  [[nodiscard]] typename A::Score worst_score() const noexcept {
    return heap_.front().score;
  }

  // Logarithmic in the capacity.
  void Offer(const ScoredChunk<A>& chunk) noexcept {
    const RanksBefore<A> before(order_);
    if (size_ < heap_.size()) {
      heap_[size_++] = chunk;
      std::push_heap(heap_.begin(), end(), before);
    } else if (size_ != 0 && before(chunk, heap_.front())) {
      std::pop_heap(heap_.begin(), end(), before);
      heap_[size_ - 1] = chunk;
      std::push_heap(heap_.begin(), end(), before);
    }
  }

  // The kept chunks, best first. Call once, last. Errors:
  // DocumentOrder::status().
  [[nodiscard]] Result<std::span<ScoredChunk<A>>> Sorted() noexcept {
    std::sort_heap(heap_.begin(), end(), RanksBefore<A>(order_));
    if (const auto ordered = order_.status(); !ordered) return ordered.error();
    return heap_.first(size_);
  }

 private:
  auto end() noexcept {
    return heap_.begin() + static_cast<std::ptrdiff_t>(size_);
  }

  std::span<ScoredChunk<A>> heap_;
  DocumentOrder& order_;
  std::size_t size_ = 0;
};

}  // namespace answerbox::engine
