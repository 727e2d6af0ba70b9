// A question as the index sees it: its terms and words.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/numeric/arena.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// Distinct terms of a question; later ones are left out.
inline constexpr std::size_t kMaxQuestionTerms = 64;

struct QuestionTerm {
  std::string_view term;
  std::uint32_t frequency = 0;  // In `sequence`, from 1.
};

// A word of the question, as segments remember words of sentences.
struct QuestionWord {
  std::uint8_t term = 0;  // Index into `distinct`, if the word has a term.
  WordMark mark = 0;
};

// To say a word again is not to say more. Words that repeat those right before
// them ("vaccine vaccine", or the whole question twice) are left out of all
// that follows; a term that comes again later is left out of `words`.
struct QuestionTerms {
  std::span<const QuestionTerm> distinct;  // By first occurrence.
  std::span<const std::uint8_t> sequence;  // Indices into `distinct`, in order.
  std::span<const QuestionWord> words;     // In order; profile default alone.
};

// The question's terms, in the arena; none where no word of it has two letters
// (in scripts without case, one) and there is no number either. `question` is
// valid UTF-8. Throws std::bad_alloc when the arena is spent, as everything in
// this room does.
[[nodiscard]] QuestionTerms AnalyzeQuestion(std::string_view question,
                                            TermNormalizer& normalizer,
                                            Arena& arena);

}  // namespace answerbox::engine
