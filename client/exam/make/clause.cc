#include "client/exam/make/clause.h"

#include <algorithm>
#include <optional>

namespace answerbox::client {
namespace {

// A longer subject contains a clause of its own.
constexpr std::size_t kMaxSubjectWords = 10;

using Words = EnglishWords;

struct Verb {
  std::size_t at = 0;
  std::string base;  // The base form of a full verb; empty for an auxiliary.
};

// Finds the verb of the sentence. A word that can be a verb is a noun where an
// auxiliary follows: "Temperature records are kept".
std::optional<Verb> FindVerb(const Words& words) {
  for (std::size_t i = 1; i < words.size() && i <= kMaxSubjectWords + 12; ++i) {
    if (IsAuxiliary(words[i].lower)) return Verb{i, {}};
    const std::string base = BaseOfVerb(words[i].lower);
    const bool goes_on = i + 1 < words.size() && words[i].after.empty() &&
                         !IsAuxiliary(words[i + 1].lower) &&
                         words[i].text == words[i].lower;
    if (!base.empty() && goes_on && !IsPreposition(words[i - 1].lower)) {
      return Verb{i, base};
    }
  }
  return std::nullopt;
}

// Reduces "X, also called Y," to X. Returns false for any other commas: they
// make a list, or set off words that do not belong to the subject.
bool DropApposition(Words& subject) {
  const auto comma = std::ranges::find_if(
      subject, [](const EnglishWord& word) { return word.after == ","; });
  if (comma == subject.end()) return true;
  const auto next = comma + 1;
  if (subject.back().after != "," || next == subject.end()) return false;
  if (!IsOneOf(next->lower, {"also", "or", "which", "who", "a", "an", "the",
                             "called", "sometimes", "often", "such", "commonly",
                             "formerly", "known"})) {
    return false;
  }
  const auto between = std::ranges::count_if(
      subject, [](const EnglishWord& word) { return word.after == ","; });
  if (between != 2) return false;
  comma->after.clear();
  subject.erase(next, subject.end());
  return true;
}

// Returns why a question about the subject would be meaningless or ambiguous.
std::optional<Leftover> ObjectionTo(const Words& subject) {
  for (const EnglishWord& word : subject) {
    if (IsPronoun(word.lower)) return Leftover::kPronoun;
  }
  const EnglishWord& first = subject.front();
  if (IsPreposition(first.lower) && !IsOneOf(first.lower, {"a", "an", "the"})) {
    return Leftover::kAdverbial;
  }
  if (IsAdverb(first.lower) && first.lower != "most") {
    return Leftover::kAdverbial;
  }
  if (IsVague(first.lower) || first.lower == "your") {
    return Leftover::kVagueSubject;
  }
  if (!IsNounPhrase(subject, 0, subject.size())) return Leftover::kNoTemplate;
  return std::nullopt;
}

}  // namespace

// In doubt the clause ends early: the question then asks for less than the
// sentence says, but never for what it does not say.
std::size_t ClauseEnd(const EnglishWords& words, std::size_t begin) {
  for (std::size_t i = begin; i < words.size(); ++i) {
    const std::string& after = words[i].after;
    if (after.find_first_of(";:.") != std::string::npos) return i + 1;
    if (i + 1 == words.size()) break;
    const std::string& next = words[i + 1].lower;
    if (IsOneOf(next,
                {"because", "although", "whereas", "though", "but", "so"})) {
      return i + 1;
    }
    const bool is_comma = after == ",";
    if (is_comma &&
        IsOneOf(
            next,
            {"and",      "which", "who",        "where",     "while",    "as",
             "since",    "when",  "if",         "or",        "unless",   "such",
             "then",     "with",  "especially", "including", "provided", "even",
             "although", "for",   "usually",    "often"})) {
      // "red, white, and blue" goes on; "..., and a nurse signs it" does not.
      const bool is_list =
          IsOneOf(next, {"and", "or"}) &&
          std::ranges::count_if(
              words.begin() + static_cast<std::ptrdiff_t>(begin),
              words.begin() + static_cast<std::ptrdiff_t>(i + 1),
              [](const EnglishWord& word) { return word.after == ","; }) > 1;
      if (!is_list) return i + 1;
    }
    // "... and it", "... and is" begin another clause, even without a comma.
    if (next == "and" && i + 2 < words.size() &&
        (IsPronoun(words[i + 2].lower) || IsAuxiliary(words[i + 2].lower))) {
      return i + 1;
    }
  }
  return words.size();
}

bool IsNounPhrase(const EnglishWords& words, std::size_t begin,
                  std::size_t end) {
  if (begin >= end || end - begin > kMaxSubjectWords) return false;
  for (std::size_t i = begin; i < end; ++i) {
    const EnglishWord& word = words[i];
    if (IsPronoun(word.lower) || IsAuxiliary(word.lower) ||
        IsNegation(word.lower) || word.lower == "be" || word.lower == "been" ||
        IsOneOf(word.lower, {"that", "which", "who", "whose", "if", "when",
                             "because", "than", "whether", "how", "why",
                             "while", "do", "does", "did", "you", "such"})) {
      return false;
    }
    if (i + 1 < end && !word.after.empty()) return false;
    // The converter may put a heading before its sentence: "Wasps Wasps are
    // insects".
    const bool is_repeated =
        std::any_of(words.begin() + static_cast<std::ptrdiff_t>(begin),
                    words.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const EnglishWord& other) {
                      return word.lower.size() > 3 && other.lower == word.lower;
                    });
    if (is_repeated) return false;
    if (word.text == "-" || word.text == "--") return false;
  }
  const std::string& last = words[end - 1].lower;
  // A phrase that ends in one of these is incomplete.
  return !IsPreposition(last) && !IsAdverb(last) && !IsNumber(last);
}

// Within a question the first word is no longer a beginning: "Records" becomes
// "records" and "Asthma" "asthma", but "Dr. Raman" stays.
std::string WithinQuestion(const EnglishWords& phrase,
                           const SmallWords& small_words) {
  std::string text = TextOf(phrase);
  const std::string& first = phrase.front().text;
  return small_words.FirstWithoutCapital(first) + text.substr(first.size());
}

std::variant<Clause, Leftover> ReadClause(std::string_view sentence,
                                          const SmallWords& small_words) {
  if (sentence.size() > kMaxStatementBytes) return Leftover::kLongSentence;
  // A quotation, or a list within a line, holds more than one sentence.
  const bool is_statement =
      sentence.size() > 12 && sentence.ends_with('.') &&
      sentence.find('?') == std::string_view::npos &&
      sentence.find(" - ") == std::string_view::npos &&
      sentence.find('"') == std::string_view::npos &&
      sentence.find("\xe2\x80\x9c") == std::string_view::npos;
  if (!is_statement) return Leftover::kNoTemplate;
  const Words words = WordsOf(sentence);
  if (words.size() < 4) return Leftover::kNoTemplate;
  if (IsPronoun(words.front().lower)) return Leftover::kPronoun;
  const auto verb = FindVerb(words);
  if (!verb) return Leftover::kNoTemplate;
  Clause clause;
  const auto verb_at = words.begin() + static_cast<std::ptrdiff_t>(verb->at);
  clause.subject.assign(words.begin(), verb_at);
  if (!DropApposition(clause.subject)) return Leftover::kAdverbial;
  if (const auto objection = ObjectionTo(clause.subject)) return *objection;
  clause.subject_text = WithinQuestion(clause.subject, small_words);
  clause.auxiliary = verb->base.empty() ? verb_at->lower : "does";
  const std::size_t begin = verb->at + (verb->base.empty() ? 1 : 0);
  const std::size_t end = ClauseEnd(words, verb->at);
  if (begin >= end) return Leftover::kNoTemplate;
  clause.rest.assign(words.begin() + static_cast<std::ptrdiff_t>(begin),
                     words.begin() + static_cast<std::ptrdiff_t>(end));
  // In "The store opens at 8:00" the verb loses its ending to the auxiliary:
  // "When does the store open?"
  if (!verb->base.empty()) {
    clause.rest.front().text = clause.rest.front().lower = verb->base;
  }
  clause.has_negation = std::ranges::any_of(
      clause.rest,
      [](const EnglishWord& word) { return IsNegation(word.lower); });
  return clause;
}

}  // namespace answerbox::client
