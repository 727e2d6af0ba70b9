// Chunks with scores, the order of those with equal ones (DocumentOrder), and
// the best of them: a bounded heap in the arena.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

// A chunk of one of several segments.
struct ChunkPlace {
  std::uint32_t segment = 0;
  ChunkNumber chunk = 0;
};

// The order of chunks with equal scores: by their documents' names, byte by
// byte, and within a document by their place. The order depends only on the
// documents, not on the segments that hold them or on when they were added.
//
// Names are read only for chunks with equal scores.
class DocumentOrder {
 public:
  // The segments outlive the order.
  explicit DocumentOrder(std::span<const LiveSegment> segments) noexcept
      : segments_(segments) {}

  // A strict total order. Documents with the same name (a collection has none)
  // are ordered by segment and number.
  [[nodiscard]] bool IsBefore(const ChunkPlace& a,
                              const ChunkPlace& b) noexcept;

  // kTruncated or kCorrupt if a name could not be read. Callers check it before
  // they use a result of comparing.
  [[nodiscard]] Result<void> status() const noexcept {
    if (error_) return *error_;
    return {};
  }

 private:
  [[nodiscard]] DocumentNumber DocumentOf(const ChunkPlace& place) noexcept;
  [[nodiscard]] std::string_view NameOf(std::uint32_t segment,
                                        DocumentNumber document) noexcept;

  std::span<const LiveSegment> segments_;
  std::optional<Error> error_;
};

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
