// A sentence that may answer the question, with its score and confidence.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/reading/segment_reader.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {

// Where a sentence is: in which segment, in which chunk that holds it.
struct SentencePlace {
  std::uint32_t segment = 0;
  ChunkNumber chunk = 0;
  SentenceNumber sentence = 0;
};

template <typename A>
struct ScoredSentence {
  std::uint32_t segment = 0;
  ChunkNumber chunk = 0;  // The best-ranked chunk that holds it.
  SentenceNumber sentence = 0;
  typename A::Score score{};       // Sentences are ranked by it.
  typename A::Score confidence{};  // In [0, 1]; compared with theta.
  // Profile default only: the other ranked sentences that say the same, best
  // first.
  std::span<const SentencePlace> also_in = {};
};

// Keeps the best of the sentences that it is offered. Sentences with equal
// scores stay in the order in which they were offered.
template <typename A>
class BestSentences {
 public:
  BestSentences(std::size_t capacity, Arena& arena)
      : sentences_(MakeSpan<ScoredSentence<A>>(arena, capacity)) {}

  // Linear in the capacity, which is small.
  void Offer(const ScoredSentence<A>& sentence) noexcept {
    const auto kept = sentences_.first(size_);
    const auto place =
        std::ranges::upper_bound(kept, sentence.score, std::ranges::greater{},
                                 &ScoredSentence<A>::score);
    const auto index = static_cast<std::size_t>(place - kept.begin());
    if (index == sentences_.size()) return;
    if (size_ < sentences_.size()) ++size_;
    std::shift_right(sentences_.begin() + static_cast<std::ptrdiff_t>(index),
                     sentences_.begin() + static_cast<std::ptrdiff_t>(size_),
                     1);
    sentences_[index] = sentence;
  }

  // Best first.
  [[nodiscard]] std::span<ScoredSentence<A>> Sorted() const noexcept {
    return sentences_.first(size_);
  }

 private:
  std::span<ScoredSentence<A>> sentences_;
  std::size_t size_ = 0;
};

}  // namespace answerbox::engine
