#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "client/exam/make/sentence_questions.h"

namespace answerbox::client {
namespace {

bool IsCapitalized(const EnglishWord& word) {
  return word.text.size() > 1 && word.text[0] >= 'A' && word.text[0] <= 'Z' &&
         word.text[1] >= 'a' && word.text[1] <= 'z';
}

// Returns the number of words of the name at word `i`, or zero if there is
// none: "Dr. Priya Raman", "Owen Marsh". No word of a name occurs in small
// letters elsewhere.
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
  // "The Health Service" has capitals, too. Its words occur in small letters
  // elsewhere in the text, or are known words.
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

namespace {

// The names of one or two persons at the beginning of a sentence, and the
// position of the verb.
struct Persons {
  std::string name;
  std::size_t verb_at = 0;
};

// A name that occurs once may be anything, such as "Main Street". A title such
// as "Dr." shows that it is a person's.
bool IsKnownPerson(const EnglishWords& words, std::size_t name_words,
                   std::string_view text) {
  if (words.front().lower.find('.') != std::string::npos) return true;
  const std::string& last = words[name_words - 1].text;
  const std::size_t found = text.find(last);
  return found != std::string_view::npos &&
         text.find(last, found + 1) != std::string_view::npos;
}

std::optional<Persons> ReadPersons(const EnglishWords& words,
                                   const SentenceContext& context) {
  const SmallWords& small_words = *context.small_words;
  const std::size_t first = NameWords(words, 0, small_words);
  if (first == 0 || !IsKnownPerson(words, first, context.text)) {
    return std::nullopt;
  }
  // A name within the document's title is that of a place or a thing: "Marsh
  // Street Clinic".
  if (context.title.find(words[first - 1].text) != std::string_view::npos) {
    return std::nullopt;
  }
  Persons persons{TextOf(std::span(words).first(first)), first};
  if (words[first - 1].after == ",") {  // "Owen Marsh, who leads ..., unlocks"
    std::size_t comma = first;
    while (comma < words.size() && words[comma].after != ",") ++comma;
    if (comma + 1 >= words.size()) return std::nullopt;
    persons.verb_at = comma + 1;
  } else if (WordAt(words, first) == "and") {
    const std::size_t second = NameWords(words, first + 1, small_words);
    if (second == 0) return std::nullopt;
    persons.verb_at = first + 1 + second;
    persons.name = TextOf(std::span(words).first(persons.verb_at));
  }
  return persons;
}

}  // namespace

void AskForPerson(const EnglishWords& words, Asker& asker) {
  const auto persons = ReadPersons(words, asker.context());
  if (!persons) return;
  const std::size_t at = persons->verb_at;
  // Verbs are recognised by their ending. A following auxiliary shows that the
  // word is a noun: "Owen Marsh keys are ...".
  const std::string_view verb = WordAt(words, at);
  const bool is_verb = IsOneOf(verb, {"is", "are"}) ||
                       !BaseOfVerb(verb).empty() ||
                       (verb.ends_with('s') && !verb.ends_with("ss") &&
                        !IsAuxiliary(WordAt(words, at + 1)));
  if (!is_verb) return;
  const std::size_t end = ClauseEnd(words, at);
  if (end < at + 3) return;
  const auto part = std::span(words).subspan(at, end - at);
  if (std::ranges::any_of(part, [](const EnglishWord& word) {
        return IsNegation(word.lower);
      })) {
    return;
  }
  // "Owen Marsh is tired" does not say what he does.
  if (IsOneOf(verb, {"is", "are"}) &&
      !IsOneOf(part[1].lower, {"the", "a", "responsible", "in", "also"})) {
    return;
  }
  asker.Add(QuestionTemplate::kPerson, "who " + TextOf(part) + "?",
            persons->name);
}

}  // namespace answerbox::client
