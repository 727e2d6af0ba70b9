// Finds what kind of answer a question asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/answer/evidence/question_words.h"

namespace answerbox::engine {

struct AskedFor {
  QuestionType type = QuestionType::kOther;
  std::optional<std::uint8_t> focus;  // Index into QuestionTerms::distinct.
};

// "who", "how many", ...; "other" if there is no question word.
[[nodiscard]] std::string_view ToString(QuestionType type) noexcept;

// Decides by the first question word and the words after it: "which year" asks
// when.
[[nodiscard]] AskedFor ReadQuestionType(const QuestionTerms& terms) noexcept;

// The type of a question's text. `normalizer` is of profile default. Throws
// std::bad_alloc past the arena.
[[nodiscard]] QuestionType ReadQuestionType(std::string_view question,
                                            TermNormalizer& normalizer,
                                            Arena& arena);

}  // namespace answerbox::engine
