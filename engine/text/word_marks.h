// What a segment stores about a word, in one byte. With it, scoring a sentence
// does not need the sentence's text:
//   bit 7 clear   a stop word; bits 0 to 6 are its id (stop_words.h)
//   bit 7 set     a word that carries a term
//     bit 0       the word begins with an upper-case letter
//     bits 1-3    its WordKind
//     bits 4-5    WordBefore: what stands before the word
//     bit 6       the word ends like a form of a verb
// Kind and ending depend on the word alone, in lower case; the other bits
// depend on its place (WordPlaces). Segments store these bytes: their
// meaning may change only with the format's version (docs/segment-format.md,
// "Words").
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/text/document_text.h"
#include "engine/text/stop_words.h"

namespace answerbox::engine {

using WordMark = std::uint8_t;

enum class WordKind : std::uint8_t {
  kPlain,
  kNumber,      // In digits.
  kYear,        // In four digits, 1000 to 2100.
  kMonth,       // By name; "may" is a stop word.
  kNumberWord,  // "two", "dozen", "half".
  kCause,       // "because", "led", "results".
  kUnit,        // Of time, money or measure, or a day of the week.
};
inline constexpr unsigned kWordKinds = 7;

enum class WordBefore : std::uint8_t {
  kSpace,      // None of the others.
  kOpening,    // An opening quote or bracket, or a currency sign, directly.
  kSeparator,  // A comma, semicolon, colon or dash since the last term, or
               // since the sentence's first word.
  kJoined,     // No white space between the word and the one before it.
};

inline constexpr WordMark kTermMark = 0x80;
inline constexpr WordMark kCapitalMark = 0x01;
inline constexpr unsigned kKindShift = 1;
inline constexpr unsigned kBeforeShift = 4;
inline constexpr WordMark kVerbEndingMark = 0x40;

// Whether the word carries a term. If not, the mark is a stop word's id.
// Precondition of the functions below: HasTerm(mark).
[[nodiscard]] constexpr bool HasTerm(WordMark mark) noexcept {
  return (mark & kTermMark) != 0;
}

[[nodiscard]] constexpr bool IsCapitalised(WordMark mark) noexcept {
  return (mark & kCapitalMark) != 0;
}

// Below kWordKinds in marks that were checked (IsWordMark).
[[nodiscard]] constexpr WordKind KindOf(WordMark mark) noexcept {
  return static_cast<WordKind>(mark >> kKindShift & 7u);
}

[[nodiscard]] constexpr WordBefore BeforeOf(WordMark mark) noexcept {
  return static_cast<WordBefore>(mark >> kBeforeShift & 3u);
}

[[nodiscard]] constexpr bool EndsLikeVerb(WordMark mark) noexcept {
  return (mark & kVerbEndingMark) != 0;
}

// Whether the byte is a valid mark. For bytes from files, which may be damaged.
[[nodiscard]] constexpr bool IsWordMark(WordMark mark) noexcept {
  return HasTerm(mark) ? static_cast<unsigned>(KindOf(mark)) < kWordKinds
                       : mark < kStopWordIds;
}

// Marks of words that carry a term, without what their place adds. Words and
// numbers are folded as TermNormalizer does: NFKC, lower case, no possessive.
[[nodiscard]] WordMark MarkOfWord(std::string_view folded) noexcept;
[[nodiscard]] WordMark MarkOfNumber(std::string_view folded) noexcept;

// Signs that occur in a sentence. Segments store these bits.
enum SentenceSign : std::uint8_t {
  kPercentSign = 1,   // %
  kCurrencySign = 2,  // $ £ € ¥
  kQuotationMark =
      4,  // A straight double, or any curly or angle quotation mark, except
          // those that are also apostrophes: ' and the closing single one.
  kRoundBracket = 8,
};

// A set of SentenceSign bits.
using SentenceSigns = std::uint8_t;
inline constexpr unsigned kSentenceSignBits = 4;

// Completes the marks of a sentence's words with what depends on their place:
// capitals and the punctuation before a word. Also collects the sentence's
// signs.
//
// The caller adds all tokens of one sentence in order (profile default).
// Allocates nothing; constant time per token.
class WordPlaces {
 public:
  // `sentence` outlives this.
  explicit WordPlaces(std::string_view sentence) noexcept
      : sentence_(sentence) {}

  // A token of the kind kPunctuation.
  void AddPunctuation(ByteRange token) noexcept;

  // A token of another kind. `mark` is the mark that TermNormalizer gave it.
  // Returns the complete mark.
  [[nodiscard]] WordMark AddWord(ByteRange token, WordMark mark) noexcept;

  // The signs of the tokens so far.
  [[nodiscard]] SentenceSigns signs() const noexcept { return signs_; }

 private:
  [[nodiscard]] WordBefore BeforeAt(std::uint32_t begin) const noexcept;

  std::string_view sentence_;
  std::uint32_t end_ = 0;       // Of the last token.
  bool after_word_ = false;     // The last token is a word.
  bool after_opening_ = false;  // The last token is an opening quote or bracket
                                // or a currency sign.
  bool has_words_ = false;
  bool is_joined_ = false;     // No white space between the last word and end_.
  bool is_separated_ = false;  // A separator since the last term.
  SentenceSigns signs_ = 0;
};

}  // namespace answerbox::engine
