// The words of a sentence for the search for a short answer: their place, the
// part of speech that they look like, and what they have in common with the
// question. Read from the text, for one sentence per question.
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

// Later words of a sentence cannot be in a short answer.
inline constexpr std::size_t kMaxSpanWords = 160;

// What a word looks like. Trained weights depend on the order: classes that are
// similar before or after an answer are neighbours.
enum class SpanClass : std::uint8_t {
  kNone,  // No word: before the first and after the last.
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
  kWhich,  // And "who", "where", "when" and the like.
  kPronoun,
  kNegation,
  kCause,   // "because", "due", "led".
  kAdverb,  // "also", "only", and words that end in "ly".
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

// The strongest sign between a word and the one before it.
enum class SpanGap : std::uint8_t {
  kSpace,  // Nothing but white space.
  kGlued,  // A hyphen, colon or point without white space around it.
  kPoint,  // A full stop, or any other sign.
  kQuote,
  kComma,
  kColon,  // Or a semicolon.
  kDash,
  kOpening,  // A round or square bracket opens.
  kClosing,
  kEdge,  // The begin or end of the sentence.
};

// The role of a word in doses, times and opening hours.
enum class SpanUnit : std::uint8_t {
  kNone,
  kDose,   // "mg", "tablets".
  kOften,  // "daily", "twice", "times".
  kClock,  // "am", "noon", and the number after a colon.
  kDay,    // Of the week.
  kSpell,  // "hours", "weeks".
};

// The class of a stop word, by its id.
[[nodiscard]] SpanClass ClassOfStopWord(std::uint8_t id) noexcept;

struct SpanWord {
  // Includes a currency sign, plus or minus before a number, and a per cent
  // sign after it.
  ByteRange range;
  // The end of `range` without a possessive ending.
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
  // The word and the one before it belong to one number, time or compound: no
  // short answer begins or ends between them.
  bool is_joined = false;
  std::uint8_t rarity = 0;      // The lexicon's rarity; 0 for stop words.
  std::uint8_t term = kNoTerm;  // The question's term that is closest to it.
  Similarity similarity = 0;    // Similarity to that term.
  std::uint16_t weight = 0;     // The term's rarity times the similarity, 1/16.
  PositionMask positions = 0;   // Positions of this word in the question.

  static constexpr std::uint8_t kNoTerm = 0xFF;

  [[nodiscard]] bool IsNumber() const noexcept {
    return kind == WordKind::kNumber || kind == WordKind::kYear;
  }
  // Whether the question holds the word or a similar term.
  [[nodiscard]] bool IsQuestions() const noexcept {
    return positions != 0 || similarity != 0;
  }
  [[nodiscard]] bool LooksLikeVerb() const noexcept {
    return looks == SpanClass::kPast || looks == SpanClass::kIng;
  }
};

// The sentence's words, at most kMaxSpanWords, in the arena. Throws
// std::bad_alloc past the arena.
//   sentence  any bytes; at most 4 GiB
[[nodiscard]] std::span<SpanWord> ReadSpanWords(std::string_view sentence,
                                                const QuestionTerms& terms,
                                                const QuestionWords& question,
                                                const Lexicon& lexicon,
                                                TermNormalizer& normalizer,
                                                Arena& arena);

// Reads the punctuation between the words of a sentence: where phrases are
// separated, and which words belong together across a sign ("08:30", "+44 20",
// "2 °C"). The caller adds the tokens of one sentence in order. Allocates
// nothing.
class SpanGaps {
 public:
  explicit SpanGaps(std::string_view sentence) noexcept : sentence_(sentence) {}

  // Adds a punctuation token.
  //   before  the words so far; the sign may become part of the last word
  void AddPunctuation(ByteRange token, std::span<SpanWord> before) noexcept;

  // Adds a word: fills its fields that depend on the signs before it.
  void AddWord(std::span<const SpanWord> before, SpanWord& word) noexcept;

 private:
  void Part(SpanGap gap) noexcept { gap_ = gap > gap_ ? gap : gap_; }
  [[nodiscard]] bool IsJoined(const SpanWord& before,
                              const SpanWord& word) const noexcept;

  std::string_view sentence_;
  SpanGap gap_ = SpanGap::kSpace;
  std::uint32_t end_ = 0;       // Of the last token.
  std::uint32_t prefix_ = 0;    // Begin of a sign before the next number,
  bool has_prefix_ = false;     // if has_prefix_;
  bool is_currency_ = false;    // is_currency_: it is a currency sign.
  bool is_space_free_ = true;   // No white space since the last word.
  bool only_joins_ = true;      // Only joining signs since the last word.
  bool is_degree_ = false;      // A degree sign since the last word.
  std::uint32_t brackets_ = 0;  // Number of open brackets.
};

}  // namespace answerbox::engine
