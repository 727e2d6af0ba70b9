// What the form of a question tells about the words next to its short answer:
// the answer to "when was the pump repaired" stands after "was repaired".
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/spans/span_words.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

struct SpanQuestion {
  std::uint32_t weight = 1;  // Sum of the weights of its terms; at least 1.
  std::size_t question_word =
      0;  // Place of the question word; 0 if there is none.
  // Positions of the word after the question word, of the word before it and,
  // if the question ends with a preposition, of that preposition.
  PositionMask after_question_word = 0;
  PositionMask before_question_word = 0;
  // The classes of the two words after the question word, and of the last word.
  SpanClass auxiliary = SpanClass::kNone;
  SpanClass second_auxiliary = SpanClass::kNone;
  SpanClass last = SpanClass::kNone;
  bool ends_with_link = false;  // "... what is it made of".
};

[[nodiscard]] SpanQuestion ReadSpanQuestion(
    const QuestionTerms& terms, const QuestionWords& question) noexcept;

}  // namespace answerbox::engine
