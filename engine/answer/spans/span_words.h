// The words of one sentence as the search for a short answer sees them: where
// each stands, what part of speech it looks like, and what it has in common
// with the question. Read from the text, one sentence a question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/evidence/question_words.h"
#include "engine/answer/evidence/soft_matches.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/document_text.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// Words after these are no part of a short answer.
inline constexpr std::size_t kMaxSpanWords = 160;

// What a word looks like. The order matters to trained weights: what is alike
// before or after an answer stands together.
enum class SpanClass : std::uint8_t {
  kNone,  // Before the first word and after the last.
  kArticle,
  kPossessive,  // "its", "their", and names with "'s".
  kDeterminer,  // "this", "some", "each".
  kOf,
  kIn,
  kAt,  // And "on".
  kBy,
  kTo,
  kAs,
  kFor,
  kWith,
  kFrom,
  kPreposition,  // Any other.
  kBe,
  kHave,  // And "do".
  kModal,
  kAnd,
  kOr,  // "or", "but", "if", "than".
  kThat,
  kWhich,  // "who", "where", "when" and the like, too.
  kPronoun,
  kNegation,
  kCause,   // "because", "due", "led".
  kAdverb,  // "also", "only", and what ends in "ly".
  kPast,    // Ends in "ed".
  kIng,
  kPlain,
  kPlural,  // Ends in "s".
  kName,    // Begins with a capital.
  kMonth,
  kUnit,
  kNumberWord,
  kNumber,
  kYear,
};

[[nodiscard]] constexpr bool IsAuxiliary(SpanClass looks) noexcept {
  return looks >= SpanClass::kBe && looks <= SpanClass::kModal;
}

[[nodiscard]] constexpr bool IsLink(SpanClass looks) noexcept {
  return looks >= SpanClass::kOf && looks <= SpanClass::kPreposition;
}

// What stands between a word and the one before it, the strongest of it.
enum class SpanGap : std::uint8_t {
  kSpace,  // Nothing but white space.
  kGlued,  // A hyphen, a colon, a point without white space around.
  kPoint,  // A full stop, or any other sign.
  kQuote,
  kComma,
  kColon,  // Or a semicolon.
  kDash,
  kOpening,  // A round or square bracket opens.
  kClosing,
  kEdge,  // An end of the sentence.
};

// What a word is to doses, times and opening hours.
enum class SpanUnit : std::uint8_t {
  kNone,
  kDose,   // "mg", "tablets".
  kOften,  // "daily", "twice", "times".
  kClock,  // "am", "noon", and the number after a colon.
  kDay,    // Of the week.
  kSpell,  // "hours", "weeks".
};

// Of a stop word, by its id.
[[nodiscard]] SpanClass ClassOfStopWord(std::uint8_t id) noexcept;

struct SpanWord {
  // With a sign of currency, a plus or a minus before a number, and a per cent
  // sign after it.
  ByteRange range;
  // The same without a possessive ending.
  std::uint32_t bare_end = 0;
  SpanClass looks = SpanClass::kNone;
  SpanGap gap = SpanGap::kSpace;  // Before it.
  WordKind kind = WordKind::kPlain;
  SpanUnit unit = SpanUnit::kNone;
  bool is_stop = false;
  bool is_capital = false;
  bool is_per_cent = false;
  bool is_currency = false;
  bool in_brackets = false;
  // No short answer ends before this word and begins with it: both belong to
  // one number, one time, one compound.
  bool is_joined = false;
  std::uint8_t rarity = 0;      // The lexicon's; 0 of stop words.
  std::uint8_t term = kNoTerm;  // The question's term that is closest to it.
  Similarity similarity = 0;    // To that term.
  std::uint16_t weight = 0;     // The term's rarity times the similarity, 1/16.
  PositionMask positions = 0;   // The question's words that it is.

  static constexpr std::uint8_t kNoTerm = 0xFF;

  [[nodiscard]] bool IsNumber() const noexcept {
    return kind == WordKind::kNumber || kind == WordKind::kYear;
  }
  // Whether the question holds it, or a term alike.
  [[nodiscard]] bool IsQuestions() const noexcept {
    return positions != 0 || similarity != 0;
  }
  [[nodiscard]] bool LooksLikeVerb() const noexcept {
    return looks == SpanClass::kPast || looks == SpanClass::kIng;
  }
};

// The sentence's words, at most kMaxSpanWords, in the arena. Throws
// std::bad_alloc past it.
//   sentence  any bytes; at most 4 GiB
[[nodiscard]] std::span<SpanWord> ReadSpanWords(std::string_view sentence,
                                                const QuestionTerms& terms,
                                                const QuestionWords& question,
                                                const Lexicon& lexicon,
                                                TermNormalizer& normalizer,
                                                Arena& arena);

}  // namespace answerbox::engine
