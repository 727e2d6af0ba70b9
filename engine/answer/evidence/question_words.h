// What a question asks for, and the positions of its words: what the features
// of a sentence need of the question, computed once.
//
// Positions are bits: bit p of a mask stands for the p-th word. So a sentence
// is compared with the whole question in a few operations per word. Words after
// the 64th have no position; only their terms count.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/lexicon.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/stop_words.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// Finds what kind of answer a question asks for.
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

using PositionMask = std::uint64_t;
using TermMask = std::uint64_t;  // Bit t: QuestionTerms::distinct[t].
static_assert(kMaxQuestionTerms <= 64);

struct QuestionWords {
  std::size_t words = 0;  // Words with a position, at most 64.
  std::size_t terms = 0;  // How many of these words have a term.

  // Positions of words among all words, and of terms among the words that have
  // a term.
  std::array<PositionMask, kStopWordIds> stop_positions{};
  std::span<PositionMask> word_positions;  // [distinct term]
  std::span<PositionMask> term_positions;  // [distinct term]

  // Terms that are names (begin with a capital inside the question), that are
  // numbers, and that look like verbs.
  TermMask names = 0;
  TermMask numbers = 0;
  TermMask verbs = 0;
  PositionMask name_pairs = 0;  // Bit p: words p - 1 and p are both names.

  QuestionType type = QuestionType::kOther;
  // The kind of thing that is asked for: "battle" in "which battle ...".
  std::optional<std::uint8_t> focus;
  std::uint8_t first_term = 0;  // The question's first and last distinct term.
  std::uint8_t last_term = 0;
  std::size_t negations = 0;

  std::span<LexiconEntry> lexicon;  // [distinct term]
  std::int32_t stop_doubt = 0;  // Sum of doubt over the question's stop words.
};

// Throws std::bad_alloc past the arena. Precondition: `terms` has a term.
[[nodiscard]] QuestionWords ReadQuestionWords(const QuestionTerms& terms,
                                              const Lexicon& lexicon,
                                              Arena& arena);

// Whether the stop word denies.
[[nodiscard]] constexpr bool IsNegation(std::uint8_t stop_word) noexcept {
  return stop_word == kStopNo || stop_word == kStopNor ||
         stop_word == kStopNot || stop_word == kStopNegated;
}

// Whether the word refers to something said before.
[[nodiscard]] constexpr bool IsPronoun(std::uint8_t stop_word) noexcept {
  switch (stop_word) {
    case kStopHe:
    case kStopHer:
    case kStopHis:
    case kStopIt:
    case kStopIts:
    case kStopShe:
    case kStopSuch:
    case kStopThat:
    case kStopTheir:
    case kStopThese:
    case kStopThey:
    case kStopThis:
    case kStopThose:
      return true;
    default:
      return false;
  }
}

}  // namespace answerbox::engine
