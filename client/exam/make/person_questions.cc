#include "client/exam/make/person_questions.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace answerbox::client {
namespace {

bool IsCapitalized(const EnglishWord& word) {
  return word.text.size() > 1 && word.text[0] >= 'A' && word.text[0] <= 'Z' &&
         word.text[1] >= 'a' && word.text[1] <= 'z';
}

// "Dr. Priya Raman", "Owen Marsh": no word of it has small letters elsewhere.
// Returns how many words the name has; zero: none.
std::size_t NameWords(const EnglishWords& words, std::size_t i,
                      const SmallWords& small_words) {
  const bool has_title =
      IsOneOf(WordAt(words, i), {"dr.", "mr.", "mrs.", "ms."});
  std::size_t at = i + (has_title ? 1 : 0);
  std::size_t names = 0;
  while (at < words.size() && names < 3 && IsCapitalized(words[at]) &&
         words[at].text.find('\'') == std::string::npos &&
         words[at].text.find('-') == std::string::npos) {
    ++names;
    ++at;
    if (!words[at - 1].after.empty()) break;
  }
  if (names < (has_title ? 1u : 2u) || names > 3) return 0;
  const std::string& first = words[at - names].lower;
  if (IsVague(first) || IsPreposition(first)) return 0;
  if (small_words.Has(first) || IsGenericNoun(first)) return 0;
  if (small_words.Has(words[at - 1].lower) ||
      IsOneOf(words[at - 1].lower,
              {"disease", "syndrome", "service", "services", "clinic", "center",
               "institute", "hospital", "gases", "cleaning", "pharmacy",
               "health", "administration", "association", "lane"})) {
    return 0;
  }
  return at - i;
}

}  // namespace

void AskForPerson(const EnglishWords& words, Asker& asker) {
  const SmallWords& small_words = *asker.context().small_words;
  std::size_t at = NameWords(words, 0, small_words);
  if (at == 0) return;
  std::string name = TextOf(std::span(words).first(at));
  // A name that occurs once may be anything.
  if (WordsOf(name).front().lower.find('.') == std::string::npos) {
    const std::string last = words[at - 1].text;
    const std::size_t found = asker.context().text.find(last);
    if (found == std::string_view::npos ||
        asker.context().text.find(last, found + 1) == std::string_view::npos) {
      return;
    }
  }
  if (asker.context().title.find(words[at - 1].text) !=
      std::string_view::npos) {
    return;
  }
  if (words[at - 1].after == ",") {  // "Owen Marsh, who leads ..., unlocks"
    std::size_t comma = at;
    while (comma < words.size() && words[comma].after != ",") ++comma;
    if (comma + 1 >= words.size()) return;
    at = comma + 1;
  } else if (WordAt(words, at) == "and") {
    const std::size_t second = NameWords(words, at + 1, small_words);
    if (second == 0) return;
    at += 1 + second;
    name = TextOf(std::span(words).first(at));
  }
  const std::string_view verb = WordAt(words, at);
  const bool is_verb = IsOneOf(verb, {"is", "are"}) ||
                       !BaseOfVerb(verb).empty() ||
                       (verb.ends_with('s') && !verb.ends_with("ss") &&
                        !IsAuxiliary(WordAt(words, at + 1)));
  if (!is_verb) return;
  const std::size_t end = ClauseEnd(words, at);
  if (end < at + 3) return;
  const auto part = std::span(words).subspan(at, end - at);
  for (const EnglishWord& word : part) {
    if (IsNegation(word.lower)) return;
  }
  if (IsOneOf(verb, {"is", "are"}) &&
      !IsOneOf(part[1].lower, {"the", "a", "responsible", "in", "also"})) {
    return;
  }
  asker.Add(QuestionTemplate::kPerson, "who " + TextOf(part) + "?", name);
}

}  // namespace answerbox::client
