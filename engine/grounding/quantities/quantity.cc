#include "engine/grounding/quantities/quantity.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/grounding/quantities/quantity_grammar.h"
#include "engine/text/character_class.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

using Kind = TextPiece::Kind;

// All words that a quantity may begin with.
constexpr WordTable kFirstWords(
    {"a",       "an",       "annually",  "apr",      "april",       "aug",
     "august",  "bd",       "bid",       "daily",    "dec",         "december",
     "dozen",   "each",     "eight",     "eighteen", "eighth",      "eighty",
     "eleven",  "eleventh", "every",     "feb",      "february",    "fifteen",
     "fifth",   "fifty",    "first",     "five",     "fortnightly", "forty",
     "four",    "fourteen", "fourth",    "friday",   "half",        "hourly",
     "jan",     "january",  "jul",       "july",     "jun",         "june",
     "mar",     "march",    "may",       "midday",   "midnight",    "minus",
     "monday",  "monthly",  "nightly",   "nine",     "nineteen",    "ninety",
     "ninth",   "noon",     "nov",       "november", "oct",         "october",
     "od",      "once",     "one",       "qds",      "qid",         "saturday",
     "second",  "sep",      "september", "seven",    "seventeen",   "seventh",
     "seventy", "six",      "sixteen",   "sixth",    "sixty",       "sunday",
     "tds",     "ten",      "tenth",     "third",    "thirteen",    "thirty",
     "three",   "thrice",   "thursday",  "tid",      "tuesday",     "twelfth",
     "twelve",  "twenty",   "twice",     "two",      "wednesday",   "weekly",
     "yearly",  "zero"});
// Longer words are left out without a look-up.
constexpr std::size_t kLongestFirstWord = 11;

// Most words begin no quantity: one look-up leaves them out, before the grammar
// compares a word with each of its own.
bool MayBeginQuantity(std::string_view word) {
  if (word.size() > kLongestFirstWord) return false;
  std::array<char, kLongestFirstWord> lower{};
  std::ranges::transform(word, lower.begin(), ToLowerAscii);
  return kFirstWords.Find({lower.data(), word.size()}).has_value();
}

// "about", "up to", "no more than", ">=". Here the nearest word is `near`; a
// sign of two characters is read as two words.
void ReadWordsBefore(const QuantityGrammar& grammar, Quantity& quantity) {
  auto words = grammar.WordsBefore(quantity.range.begin);
  std::size_t first = 0;
  if (IsOneOf(words[0], {"about", "around", "approximately", "nearly", "almost",
                         "roughly", "some", "approx", "~"})) {
    quantity.is_about = true;
    ++first;
  }
  const std::string_view near = words[first];
  const std::string_view next =
      first + 1 < words.size() ? words[first + 1] : std::string_view();
  const std::string_view far =
      first + 2 < words.size() ? words[first + 2] : std::string_view();
  // "no more than 5" bounds from the other side than "more than 5".
  const bool is_than = IsSameWord(near, "than");
  const bool is_denied = IsOneOf(far, {"no", "not"});
  if (IsOneOf(near, {"over", "above", "exceeding", "minimum", "least", ">",
                     "\u2265"}) ||
      (IsSameWord(near, "=") && next == ">") ||
      (is_than && IsOneOf(next, {"more", "greater", "longer", "older", "higher",
                                 "larger"}))) {
    quantity.bound = is_denied && is_than ? Bound::kAtMost : Bound::kAtLeast;
  } else if (IsOneOf(near, {"under", "below", "within", "maximum", "most",
                            "max", "<", "\u2264"}) ||
             (IsSameWord(near, "=") && next == "<") ||
             (is_than && IsOneOf(next, {"less", "fewer", "shorter", "younger",
                                        "lower", "smaller"})) ||
             (IsSameWord(near, "to") && IsSameWord(next, "up"))) {
    quantity.bound = is_denied && is_than ? Bound::kAtLeast : Bound::kAtMost;
  }
}

// "or more", "or older", "+". These win over what stands before: "about 5 or
// more" is a bound.
void ReadWordsAfter(const QuantityGrammar& grammar, Quantity& quantity) {
  const TextPiece piece = grammar.At(quantity.range.end);
  if (grammar.IsSign(piece, '+') && piece.range.begin == quantity.range.end) {
    quantity.bound = Bound::kAtLeast;
    return;
  }
  if (!grammar.IsWord(piece, "or") && !grammar.IsWord(piece, "and")) return;
  const TextPiece next = grammar.At(piece.range.end);
  const std::string_view word = grammar.TextOf(next);
  if (IsOneOf(word, {"more", "older", "over", "above", "longer", "higher",
                     "greater", "larger"})) {
    quantity.bound = Bound::kAtLeast;
  } else if (IsOneOf(word, {"less", "fewer", "younger", "under", "below",
                            "shorter", "lower", "smaller"})) {
    quantity.bound = Bound::kAtMost;
  }
}

}  // namespace

// Digits that follow a letter, or a letter and a hyphen. "B12", "COVID-19" and
// "10^3" are names or parts of numbers that were read. After a small letter a
// hyphen is a dash: "day-5".
bool QuantityReader::IsWithinWord(std::uint32_t begin) const noexcept {
  if (begin == begin_) return false;
  const char before = text_[begin - 1];
  if (Is(before, kLetterByte) || before == '_' || before == '^') return true;
  if (before != '-' || begin < begin_ + 2) return false;
  return Is(text_[begin - 2], kUpperByte);
}

std::optional<Quantity> QuantityReader::Next() noexcept {
  for (;;) {
    const TextPiece piece = PieceAt(text_, position_);
    if (piece.kind == Kind::kEnd) return std::nullopt;
    position_ = piece.range.end;
    const QuantityGrammar grammar(text_, begin_);
    std::optional<Quantity> found;
    // The narrower reading comes first: "8 am" and "12 March" begin with a
    // number that MeasureAt would take alone.
    if (piece.kind == Kind::kDigits) {
      if (IsWithinWord(piece.range.begin)) continue;
      found = ClockAt(grammar, piece);
      if (!found) found = DateAt(grammar, piece);
      if (!found) found = MeasureAt(grammar, piece);
    } else if (piece.kind == Kind::kWord) {
      if (!MayBeginQuantity(grammar.TextOf(piece))) continue;
      found = WordQuantityAt(grammar, piece);
      if (!found) found = DateAt(grammar, piece);
      if (!found) found = MeasureAt(grammar, piece);
    } else {
      found = MoneyAt(grammar, piece);
      if (!found) found = MeasureAt(grammar, piece);
    }
    if (!found) continue;
    ReadWordsBefore(grammar, *found);
    ReadWordsAfter(grammar, *found);
    position_ = std::max(found->range.end, position_);
    return found;
  }
}

}  // namespace answerbox::engine
