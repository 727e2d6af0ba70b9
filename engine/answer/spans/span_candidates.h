// Enumerates the sequences of a sentence's words that can be a short answer.
#pragma once

#include <cstddef>
#include <span>

#include "engine/answer/spans/span_features.h"
#include "engine/answer/spans/span_words.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxSpanLength = 12;  // Words.

// Walks the candidates of a sentence, ordered by first word, then by length.
// Allocates nothing.
class SpanCandidates {
 public:
  explicit SpanCandidates(std::span<const SpanWord> words) noexcept
      : words_(words) {}

  // The next candidate; an empty span after the last one.
  [[nodiscard]] WordSpan Next() noexcept;

 private:
  [[nodiscard]] bool CanBegin(std::size_t word) const noexcept;
  [[nodiscard]] bool CanEnd(std::size_t end) const noexcept;

  std::span<const SpanWord> words_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool has_term_ = false;
};

}  // namespace answerbox::engine
