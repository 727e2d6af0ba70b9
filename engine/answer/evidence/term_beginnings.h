// Tells most words of a text apart from a question's terms by their first
// bytes. Stemming is what takes time where a text is compared with a question.
#pragma once

#include <bitset>
#include <span>
#include <string_view>

#include "engine/retrieval/question_terms.h"
#include "engine/text/ascii.h"

namespace answerbox::engine {

class TermBeginnings {
 public:
  explicit TermBeginnings(std::span<const QuestionTerm> terms) noexcept {
    for (const QuestionTerm& term : terms) {
      first_bytes_.set(static_cast<unsigned char>(term.term.front()));
    }
  }

  // Whether a word may have something in common with a term
  // (PrefixSimilarity). A term begins as its word does, in lower case, and
  // words that have something in common begin alike. What is not ASCII may be
  // composed with the letter before it. Precondition: not empty.
  [[nodiscard]] bool MayMatch(std::string_view word) const noexcept {
    const auto byte = [&](std::size_t i) {
      return static_cast<unsigned char>(word[i]);
    };
    if (word.size() > 1 && byte(1) >= 0x80) return true;
    if (IsDigit(word[0])) return first_bytes_[byte(0)];
    return !IsLetter(word[0]) || first_bytes_[byte(0) | 0x20];
  }

 private:
  std::bitset<256> first_bytes_;
};

}  // namespace answerbox::engine
