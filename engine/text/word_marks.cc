#include "engine/text/word_marks.h"

#include <algorithm>

#include "engine/text/ascii.h"
#include "engine/text/character_class.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {

namespace {

// "may" is a stop word and carries no such mark.
constexpr WordTable kMonths({
    "april",
    "august",
    "december",
    "february",
    "january",
    "july",
    "june",
    "march",
    "november",
    "october",
    "september",
});

constexpr WordTable kNumberWords({
    "billion",  "dozen",   "eight",    "eighteen",  "eighty",   "eleven",
    "fifteen",  "fifty",   "five",     "forty",     "four",     "fourteen",
    "half",     "hundred", "million",  "nine",      "nineteen", "ninety",
    "one",      "quarter", "seven",    "seventeen", "seventy",  "six",
    "sixteen",  "sixty",   "ten",      "third",     "thirteen", "thirty",
    "thousand", "three",   "trillion", "twelve",    "twenty",   "two",
    "zero",
});

// Answers to "why" have these words.
constexpr WordTable kCauseWords({
    "allow",     "allowed", "because", "cause",     "caused",
    "causes",    "causing", "due",     "lead",      "leading",
    "leads",     "led",     "order",   "prevent",   "prevented",
    "prevents",  "reason",  "reasons", "result",    "resulted",
    "resulting", "results", "since",   "therefore", "thus",
});

// Answers to "how much" and "how long" have them beside a number.
constexpr WordTable kUnits({
    "cent",       "cents",  "cm",      "day",      "days",      "degree",
    "degrees",    "dollar", "dollars", "euro",     "euros",     "feet",
    "foot",       "friday", "ft",      "g",        "gram",      "grams",
    "hour",       "hours",  "inch",    "inches",   "kg",        "kilometers",
    "kilometres", "km",     "l",       "lb",       "lbs",       "liters",
    "litres",     "mcg",    "meters",  "metres",   "mg",        "mile",
    "miles",      "minute", "minutes", "ml",       "mm",        "monday",
    "month",      "months", "ounces",  "oz",       "per",       "percent",
    "pm",         "pound",  "pounds",  "saturday", "seconds",   "sunday",
    "thursday",   "tonnes", "tons",    "tuesday",  "wednesday", "week",
    "weeks",      "yards",  "year",    "years",
});

WordKind KindOfWord(std::string_view word) noexcept {
  if (kMonths.Find(word)) return WordKind::kMonth;
  if (kNumberWords.Find(word)) return WordKind::kNumberWord;
  if (kCauseWords.Find(word)) return WordKind::kCause;
  if (kUnits.Find(word)) return WordKind::kUnit;
  return WordKind::kPlain;
}

// At least two bytes must come before the ending: "bed" and "king" are not
// forms of verbs.
bool HasVerbEnding(std::string_view word) noexcept {
  constexpr std::size_t kStemBytes = 2;
  // A rough sign that costs nothing at a question: the trained weights decide
  // what it is worth.
  for (const std::string_view ending :
       {"ed", "ing", "ize", "ise", "ate", "es"}) {
    if (word.size() >= ending.size() + kStemBytes && word.ends_with(ending)) {
      return true;
    }
  }
  return false;
}

bool IsYear(std::string_view number) noexcept {
  // Numbers of four digits compare as their texts do.
  return number.size() == 4 &&
         std::all_of(number.begin(), number.end(), IsDigit) &&
         number >= "1000" && number <= "2100";
}

constexpr WordMark Mark(WordKind kind) noexcept {
  return static_cast<WordMark>(kTermMark | static_cast<unsigned>(kind)
                                               << kKindShift);
}

}  // namespace

WordMark MarkOfWord(std::string_view folded) noexcept {
  const WordMark mark = Mark(KindOfWord(folded));
  return HasVerbEnding(folded) ? static_cast<WordMark>(mark | kVerbEndingMark)
                               : mark;
}

WordMark MarkOfNumber(std::string_view folded) noexcept {
  return Mark(IsYear(folded) ? WordKind::kYear : WordKind::kNumber);
}

namespace {

// The role of a punctuation mark between words.
struct Role {
  bool opens = false;
  bool opens_after_space = false;  // A straight quote closes after a word.
  bool separates = false;
  bool separates_after_space = false;  // A hyphen joins after a word.
  SentenceSigns sign = 0;
};

Role RoleOf(char32_t c) noexcept {
  switch (c) {
    // Segments store the signs, so what counts as which may change only with
    // the format's version.
    case '(':
      return {.opens = true, .sign = kRoundBracket};
    case ')':
      return {.sign = kRoundBracket};
    case '[':
    case '{':
      return {.opens = true};
    case '"':
      return {.opens_after_space = true, .sign = kQuotationMark};
    case '\'':
      return {.opens_after_space = true};
    case U'\u2018':  // Single, opening; the closing one is an apostrophe.
    case U'\u201a':
    case U'\u201c':  // Double.
    case U'\u201e':
    case U'\u00ab':  // Angle.
    case U'\u2039':
      return {.opens = true, .sign = kQuotationMark};
    case U'\u201d':
    case U'\u00bb':
    case U'\u203a':
      return {.sign = kQuotationMark};
    case '$':
    case U'\u00a3':  // Pound.
    case U'\u00a5':  // Yen.
    case U'\u20ac':  // Euro.
      return {.opens = true, .sign = kCurrencySign};
    case '%':
      return {.sign = kPercentSign};
    case ',':
    case ';':
    case ':':
    case U'\u2013':  // En and em dash.
    case U'\u2014':
      return {.separates = true};
    case '-':
      return {.separates_after_space = true};
    default:
      return {};
  }
}

}  // namespace

void WordPlaces::AddPunctuation(ByteRange token) noexcept {
  const Role role = RoleOf(Decode(sentence_, token.begin).code_point);
  // Only the place of a straight quote or a hyphen tells what it does: 'a
  // "word"', "well-known", "yes - no".
  const bool follows_word = after_word_ && token.begin == end_;
  after_opening_ = role.opens || (role.opens_after_space && !follows_word);
  const bool separates =
      role.separates || (role.separates_after_space && !follows_word);
  // A mark before the first word separates nothing.
  is_separated_ = is_separated_ || (has_words_ && separates);
  signs_ = static_cast<SentenceSigns>(signs_ | role.sign);
  is_joined_ = is_joined_ && token.begin == end_;
  after_word_ = false;
  end_ = token.end;
}

WordBefore WordPlaces::BeforeAt(std::uint32_t begin) const noexcept {
  // The strongest sign counts: a word may follow a comma and a bracket.
  if (after_opening_ && begin == end_) return WordBefore::kOpening;
  if (is_separated_) return WordBefore::kSeparator;
  return is_joined_ && begin == end_ ? WordBefore::kJoined : WordBefore::kSpace;
}

WordMark WordPlaces::AddWord(ByteRange token, WordMark mark) noexcept {
  if (HasTerm(mark)) {
    const auto before = static_cast<unsigned>(BeforeAt(token.begin));
    const bool is_capital = IsUpper(Decode(sentence_, token.begin).code_point);
    mark = static_cast<WordMark>(mark | before << kBeforeShift |
                                 (is_capital ? kCapitalMark : 0u));
    is_separated_ = false;
  }
  after_opening_ = false;
  after_word_ = true;
  has_words_ = true;
  is_joined_ = true;
  end_ = token.end;
  return mark;
}

}  // namespace answerbox::engine
