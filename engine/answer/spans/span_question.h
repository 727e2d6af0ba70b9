// What the form of a question tells of the words beside its short answer: "when
// was the pump repaired" is answered after "was repaired".
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/spans/span_words.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

struct SpanQuestion {
  std::uint32_t weight = 1;       // Of all its terms; at least 1.
  std::size_t question_word = 0;  // Its place; 0 where there is none.
  // The words that stand beside the question word, or like it at the end.
  PositionMask behind_question_word = 0;
  PositionMask before_question_word = 0;
  // The two words after the question word, and the last one.
  SpanClass auxiliary = SpanClass::kNone;
  SpanClass second_auxiliary = SpanClass::kNone;
  SpanClass last = SpanClass::kNone;
  bool ends_with_link = false;  // "... what is it made of".
};

[[nodiscard]] SpanQuestion ReadSpanQuestion(
    const QuestionTerms& terms, const QuestionWords& question) noexcept;

}  // namespace answerbox::engine
