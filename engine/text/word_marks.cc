#include "engine/text/word_marks.h"

#include <algorithm>

#include "engine/text/ascii.h"
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

}  // namespace answerbox::engine
