// A question's terms and words, in the forms that the index stores.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/numeric/arena.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// The most distinct terms of a question; further ones are left out.
inline constexpr std::size_t kMaxQuestionTerms = 64;

struct QuestionTerm {
  std::string_view term;
  std::uint32_t frequency = 0;  // In `sequence`, from 1.
};

// A word of the question, in the form in which segments store words of
// sentences.
struct QuestionWord {
  std::uint8_t term = 0;  // Index into `distinct`, if the word has a term.
  WordMark mark = 0;
};

// A term that meets a term of the question as that term itself does.
struct QuestionSynonym {
  std::string_view term;
  std::uint8_t question_term = 0;  // Index into QuestionTerms::distinct.
};

// Repeating a word must not change the answer. Words that repeat the words
// right before them ("vaccine vaccine", or the whole question twice) are left
// out of all fields. A term that comes again later is left out of `words`.
struct QuestionTerms {
  std::span<const QuestionTerm> distinct;  // By first occurrence.
  std::span<const std::uint8_t> sequence;  // Indices into `distinct`, in order.
  std::span<const QuestionWord> words;     // In order; profile default only.
  // Of the collection; profile default only. AnalyzeQuestion leaves it empty.
  std::span<const QuestionSynonym> synonyms;
};

// The question's terms, in the arena. There are none if the question has
// neither a number nor a word of two letters (one letter in scripts without
// case). `question` is valid UTF-8. Throws std::bad_alloc past the arena.
[[nodiscard]] QuestionTerms AnalyzeQuestion(std::string_view question,
                                            TermNormalizer& normalizer,
                                            Arena& arena);

}  // namespace answerbox::engine
