#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include "client/exam/make/sentence_questions.h"

namespace answerbox::client {
namespace {

using Words = EnglishWords;

// A quantity in a clause: the words [begin, end), and the words that ask for
// it.
struct Quantity {
  QuestionTemplate made_by = QuestionTemplate::kTime;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string asks;
};

// Returns how many words from `i` on make a number, such as "5", "5 to 10" or
// "about 5 or 6". Zero if there is none.
std::size_t NumberWords(const Words& words, std::size_t i) {
  if (!IsNumber(WordAt(words, i))) return 0;
  if (IsOneOf(WordAt(words, i + 1), {"to", "or", "and", "-"}) &&
      IsNumber(WordAt(words, i + 2))) {
    return 3;
  }
  return 1;
}

// Returns how many words before a number say how exact it is: "at least", "up
// to".
std::size_t PrecisionWords(const Words& words, std::size_t i) {
  const std::string_view first = WordAt(words, i);
  const std::string_view second = WordAt(words, i + 1);
  if ((first == "at" && IsOneOf(second, {"least", "most"})) ||
      (first == "up" && second == "to") ||
      (IsOneOf(first, {"more", "less", "longer"}) && second == "than")) {
    return 2;
  }
  if (first == "no" && IsOneOf(second, {"longer", "more", "less", "later"}) &&
      WordAt(words, i + 2) == "than") {
    return 3;
  }
  if (first == "a" && IsOneOf(second, {"minimum", "maximum"})) return 3;
  return IsOneOf(first, {"about", "approximately", "around", "only", "nearly",
                         "almost", "roughly", "over"})
             ? 1
             : 0;
}

// Finds "every two weeks", "at least twice a day", "three times daily".
std::optional<Quantity> HowOften(const Words& words, std::size_t i) {
  Quantity found{QuestionTemplate::kTime, i, i, "How often"};
  const std::size_t exact = PrecisionWords(words, i);
  std::size_t at = i + exact;
  if (WordAt(words, at) == "every") {
    ++at;
    at += NumberWords(words, at);
    if (IsOneOf(WordAt(words, at), {"few", "other"})) ++at;
    if (!IsTimeUnit(WordAt(words, at)) && WordAt(words, at) != "quarter")
      return {};
    // "every time" states when, not how often.
    if (at == i + exact + 1 && WordAt(words, at) == "time") return {};
    found.end = at + 1;
    return found;
  }
  const bool is_times = NumberWords(words, at) > 0 &&
                        WordAt(words, at + NumberWords(words, at)) == "times";
  if (!IsOneOf(WordAt(words, at), {"once", "twice"}) && !is_times) return {};
  at += is_times ? NumberWords(words, at) + 1 : 1;
  if (IsOneOf(WordAt(words, at), {"a", "per", "every", "each"})) {
    ++at;
    at += NumberWords(words, at);
    if (!IsTimeUnit(WordAt(words, at))) return {};
    found.end = at + 1;
    return found;
  }
  if (IsOneOf(WordAt(words, at), {"daily", "weekly", "yearly"})) {
    found.end = at + 1;
    return found;
  }
  return {};
}

// Finds "for three years", "within 30 days", "within two hours of the
// accident".
std::optional<Quantity> HowLong(const Words& words, std::size_t i) {
  if (WordAt(words, i) != "for" && WordAt(words, i) != "within") return {};
  const bool is_within = WordAt(words, i) == "within";
  std::size_t at = i + 1;
  at += PrecisionWords(words, at);
  const std::size_t number = NumberWords(words, at);
  if (number == 0) return {};
  at += number;
  if (IsOneOf(WordAt(words, at), {"working", "full"})) ++at;
  if (!IsTimeUnit(WordAt(words, at))) return {};
  ++at;
  // "for children two years old" states an age.
  if (IsOneOf(WordAt(words, at), {"old", "apart"})) return {};
  Quantity found{QuestionTemplate::kTime, i, at,
                 is_within ? "Within what time" : "How long"};
  // The event becomes part of the question: "Within what time of the accident".
  if (WordAt(words, at) == "of" && at + 2 >= words.size()) {
    found.end = words.size();
    found.asks += " of " + TextOf(std::span(words).subspan(at + 1));
  } else if (WordAt(words, at) == "of") {
    return {};
  }
  return found;
}

// The degree sign in UTF-8, in "5°C" or alone in "5 °C".
bool IsDegrees(const Words& words, std::size_t i) {
  return WordAt(words, i).find("\xc2\xb0") != std::string_view::npos ||
         WordAt(words, i) == "degrees";
}

// Returns how many words make a temperature: "2 °C", "2 °C and 8 °C", "2 to 8
// degrees Celsius". Zero if there is none.
std::size_t TemperatureWords(const Words& words, std::size_t i) {
  const std::size_t number = NumberWords(words, i);
  if (number == 0 && !IsDegrees(words, i)) return 0;
  std::size_t at = i + number;
  if (!IsDegrees(words, at)) {
    return 0;
  }
  ++at;
  if (IsOneOf(WordAt(words, at), {"celsius", "fahrenheit", "c", "f"})) ++at;
  if (IsOneOf(WordAt(words, at), {"and", "to", "or"})) {
    const std::size_t more = TemperatureWords(words, at + 1);
    if (more > 0) return at + 1 + more - i;
  }
  return at - i;
}

// Finds "at a temperature of 4 degrees", "between 2 °C and 8 °C", "below 5 °C".
// A temperature without a preposition is a name, such as that of a setting.
std::optional<Quantity> Temperature(const Words& words, std::size_t i) {
  std::size_t at = i;
  if (WordAt(words, at) == "at" &&
      IsOneOf(WordAt(words, at + 1), {"a", "the"}) &&
      IsOneOf(WordAt(words, at + 2), {"temperature", "temperatures"})) {
    at += 3;
    if (WordAt(words, at) == "of") ++at;
  } else if (WordAt(words, at) == "at" &&
             WordAt(words, at + 1) == "temperatures") {
    at += 2;
  }
  const std::string_view before = WordAt(words, at);
  if (IsOneOf(before, {"at", "between", "below", "above", "to", "from"})) ++at;
  if (at == i) return {};
  at += PrecisionWords(words, at);
  const std::size_t size = TemperatureWords(words, at);
  if (size == 0) return {};
  const bool is_to = WordAt(words, i) == "to";
  return Quantity{QuestionTemplate::kTemperature, i, at + size,
                  is_to ? "To what temperature" : "At what temperature"};
}

// Finds "at 8:00", "from 9:00 to 17:00".
std::optional<Quantity> ClockTime(const Words& words, std::size_t i) {
  const std::string_view before = WordAt(words, i);
  if (!IsOneOf(before, {"at", "until", "by", "from", "before", "between"}) ||
      !IsClock(WordAt(words, i + 1))) {
    return {};
  }
  Quantity found{QuestionTemplate::kTime, i, i + 2, "At what time"};
  const bool is_pair = IsOneOf(WordAt(words, i + 2), {"and", "to"}) &&
                       IsClock(WordAt(words, i + 3));
  if (is_pair) found.end = i + 4;
  if (IsOneOf(before, {"from", "between"})) {
    if (!is_pair) return {};  // "from 9:00 on" has no end.
    found.asks = "Between what times";
  } else if (before == "at") {
    if (is_pair) found.asks = "At what times";
  } else if (is_pair) {
    return {};
  } else if (before == "until") {
    found.asks = "Until what time";
  } else if (before == "by") {
    found.asks = "By what time";
  } else {
    found.asks = "Before what time";
  }
  return found;
}

// Turns "take 500 mg of paracetamol" into "How many mg of paracetamol ...
// take".
std::optional<Quantity> Dose(const Words& words, std::size_t i) {
  if (i == 0) return {};
  const std::size_t number = NumberWords(words, i);
  if (number == 0 || !IsDoseUnit(WordAt(words, i + number))) return {};
  const std::size_t unit = i + number;
  if (WordAt(words, unit + 1) == "of" && unit + 2 < words.size() &&
      words[unit + 1].after.empty() && !words[unit].text.empty() &&
      IsOneOf(WordAt(words, i - 1), {"take", "receive", "get", "given", "use",
                                     "have", "drink", "contain", "need"})) {
    return Quantity{
        QuestionTemplate::kDose, i, unit + 3,
        "How many " + words[unit].text + " of " + words[unit + 2].text};
  }
  if (WordAt(words, i - 1) == "of" && i >= 3 &&
      WordAt(words, i - 2) == "dose" &&
      IsOneOf(WordAt(words, i - 3), {"a", "the"}) && i >= 4 &&
      IsOneOf(WordAt(words, i - 4), {"at", "in"})) {
    return Quantity{QuestionTemplate::kDose, i - 4, unit + 1, "At what dose"};
  }
  return {};
}

// Words that begin another clause, which has a subject of its own.
bool BeginsClause(std::string_view word) {
  return IsOneOf(word, {"that", "which", "who", "whose", "if", "when", "where",
                        "unless", "whether", "while"});
}

// A second verb begins an inner clause, and the question would ask for that
// instead.
bool HasSecondVerb(const Words& rest) {
  for (const EnglishWord& word : rest) {
    if (BeginsClause(word.lower) ||
        IsOneOf(word.lower, {"before", "after", "until"})) {
      return false;
    }
    if (IsAuxiliary(word.lower) || !BaseOfVerb(word.lower).empty()) {
      return &word != &rest.front();
    }
  }
  return false;
}

// The auxiliary moves before the subject, the quantity is left out, and the
// words after it stay: "Records are kept for three years in the office" becomes
// "How long are records kept in the office?".
std::string Ask(const Clause& clause, const Quantity& found) {
  const Words& rest = clause.rest;
  std::string question =
      found.asks + " " + clause.auxiliary + " " + clause.subject_text;
  if (found.begin > 0) {
    question += " " + TextOf(std::span(rest).first(found.begin));
  }
  // Words after a comma are an addition, except in "on Monday, Tuesday".
  std::size_t end = found.end;
  while (end < rest.size() &&
         (end == found.end || rest[end - 1].after.empty() ||
          !rest[end].after.empty() || WordAt(rest, end + 1) == "and")) {
    ++end;
  }
  if (end > found.end) {
    question +=
        " " + TextOf(std::span(rest).subspan(found.end, end - found.end));
  }
  return question + "?";
}

// Whether the words that are left before and after the quantity still make a
// question.
bool CanBeTakenOut(const Words& rest, const Quantity& found) {
  if (found.begin == 0 && found.end >= rest.size()) return false;
  if (found.begin > 0 && (IsPreposition(rest[found.begin - 1].lower) ||
                          rest[found.begin - 1].after == "," ||
                          IsAdverb(rest[found.begin - 1].lower))) {
    return false;
  }
  if (found.end < rest.size()) {
    if (!rest[found.end - 1].after.empty()) return false;
    if (IsOneOf(rest[found.end].lower,
                {"and", "or", "to", "of", "than", "old", "of", "apart", "later",
                 "earlier", "as", "which", "who", "that"})) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<QuantityQuestion> AskForQuantities(const Clause& clause) {
  std::vector<QuantityQuestion> questions;
  const Words& rest = clause.rest;
  if (HasSecondVerb(rest)) return questions;
  for (std::size_t i = 0; i < rest.size() && questions.size() < 2; ++i) {
    if (BeginsClause(rest[i].lower)) break;  // What follows asks otherwise.
    // The first kind that fits is taken: "for two hours at 5 °C" begins with a
    // time, and no kind begins with the words of another.
    auto found = HowOften(rest, i);
    if (!found) found = HowLong(rest, i);
    if (!found) found = Temperature(rest, i);
    if (!found) found = ClockTime(rest, i);
    if (!found) found = Dose(rest, i);
    if (!found) continue;
    // "for no longer than two days" is taken out as a whole, but "is not kept
    // for two days" would become a question that says it is.
    const bool is_negation_within =
        clause.has_negation && found->begin + 1 < found->end &&
        std::ranges::any_of(
            std::span(rest).subspan(found->begin, found->end - found->begin),
            [](const EnglishWord& word) { return word.lower == "no"; });
    if ((!clause.has_negation || is_negation_within) &&
        CanBeTakenOut(rest, *found)) {
      questions.push_back({found->made_by, Ask(clause, *found),
                           TextOf(std::span(rest).subspan(
                               found->begin, found->end - found->begin))});
    }
    i = found->end - 1;
  }
  return questions;
}

namespace {

// Returns the words that name what an instruction is about: "Keep milk below 5
// C.", "Give aspirin 300 mg.", "Give 300 mg of aspirin.".
EnglishWords ObjectOf(const Words& words, const Quantity& found, bool is_dose) {
  std::size_t begin = 1;
  std::size_t end = found.begin;
  if (is_dose && found.begin == 1) {
    begin = found.end + (WordAt(words, found.end) == "of" ? 1 : 0);
    end = begin + 1;
  }
  if (end > words.size() || !IsNounPhrase(words, begin, end)) return {};
  return {words.begin() + static_cast<std::ptrdiff_t>(begin),
          words.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::optional<Quantity> QuantityOfInstruction(const Words& words, bool is_dose,
                                              std::size_t i) {
  if (!is_dose) return Temperature(words, i);
  const std::size_t number = NumberWords(words, i);
  if (number == 0 || !IsDoseUnit(WordAt(words, i + number))) return {};
  return Quantity{QuestionTemplate::kDose, i, i + number + 1, {}};
}

// Returns the participle, or an empty text if no template fits the instruction.
std::string_view ParticipleOf(std::string_view instruction) {
  if (instruction == "keep") return "kept";
  if (instruction == "store") return "stored";
  if (instruction == "give") return "given";
  return instruction == "take" ? "taken" : "";
}

}  // namespace

std::vector<QuantityQuestion> AskOfInstruction(const EnglishWords& words,
                                               const SmallWords& small_words) {
  // The object of an instruction stands near its verb; further on, another
  // clause has begun.
  constexpr std::size_t kLastWord = 8;
  const std::string participle(ParticipleOf(WordAt(words, 0)));
  if (participle.empty()) return {};
  const bool is_dose = participle == "given" || participle == "taken";
  for (std::size_t i = 1; i < words.size() && i <= kLastWord; ++i) {
    const auto found = QuantityOfInstruction(words, is_dose, i);
    if (!found) continue;
    const EnglishWords object = ObjectOf(words, *found, is_dose);
    if (object.empty() ||
        (IsPreposition(object.front().lower) &&
         !IsOneOf(object.front().lower, {"a", "an", "the"}))) {
      return {};
    }
    const std::string what = WithinQuestion(object, small_words);
    return {{found->made_by,
             (is_dose ? "What dose of " : "At what temperature should ") +
                 what + (is_dose ? " should be " : " be ") + participle + "?",
             TextOf(std::span(words).subspan(found->begin,
                                             found->end - found->begin))}};
  }
  return {};
}

}  // namespace answerbox::client
