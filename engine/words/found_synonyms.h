// Gathers the synonyms of a question, each once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/numeric/arena.h"
#include "engine/numeric/arena_span.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

class FoundSynonyms {
 public:
  // Throws std::bad_alloc past the arena.
  explicit FoundSynonyms(Arena& arena)
      : arena_(arena),
        room_(MakeSpan<QuestionSynonym>(arena, kMaxQuestionSynonyms)) {}

  // False, and does nothing, if the synonym is known. Copies `terms`, but
  // neither their bytes nor `run`. Precondition: not full.
  bool Add(std::span<const std::string_view> terms,
           std::span<const std::uint8_t> run, bool is_capital = false) {
    const auto is_same = [&](const QuestionSynonym& other) {
      return std::ranges::equal(other.run, run) &&
             std::ranges::equal(other.terms, terms);
    };
    if (std::ranges::any_of(all(), is_same)) return false;
    const auto copy = MakeSpan<std::string_view>(arena_, terms.size());
    std::ranges::copy(terms, copy.begin());
    room_[count_++] = {copy, run, is_capital};
    return true;
  }

  [[nodiscard]] bool is_full() const noexcept { return count_ == room_.size(); }
  [[nodiscard]] std::span<const QuestionSynonym> all() const noexcept {
    return room_.first(count_);
  }

 private:
  Arena& arena_;
  std::span<QuestionSynonym> room_;
  std::size_t count_ = 0;
};

}  // namespace answerbox::engine
