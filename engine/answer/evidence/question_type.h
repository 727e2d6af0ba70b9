// Finds what kind of answer a question asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

enum class QuestionType : std::uint8_t {
  kWho,      // A person or an organisation.
  kWhen,     // A year, a date, a time.
  kWhere,    // A place.
  kHowMany,  // A number, a size, a price.
  kWhy,      // A cause.
  kHow,      // A way.
  kWhich,    // One of several.
  kWhat,     // A thing.
  kOther,    // Yes or no, or no question word.
};

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
