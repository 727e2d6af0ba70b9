// "What is X?" and "Who does Y?".
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "client/exam/make/sentence_questions.h"

namespace answerbox::client {
namespace {

// "a serious problem", "a good idea" are opinions about a thing. A reader who
// asks "What is X?" wants to know what X is.
bool IsJudgement(const EnglishWords& rest) {
  const std::size_t end = std::min<std::size_t>(rest.size(), 6);
  for (std::size_t i = 0; i < end; ++i) {
    if (i > 1 && IsPreposition(rest[i].lower)) break;
    if (IsOneOf(rest[i].lower,
                {"problem",     "part",       "reason",      "way",
                 "sign",        "result",     "cause",       "concern",
                 "challenge",   "issue",      "goal",        "time",
                 "matter",      "example",    "idea",        "risk",
                 "chance",      "factor",     "lot",         "number",
                 "few",         "little",     "bit",         "variety",
                 "good",        "great",      "better",      "key",
                 "major",       "priority",   "source",      "need",
                 "possibility", "choice",     "option",      "step",
                 "symptom",     "feature",    "side",        "complication",
                 "must",        "mistake",    "majority",    "candidate",
                 "emergency",   "important",  "safe",        "effective",
                 "high",        "higher",     "leading",     "useful",
                 "thing",       "difference", "link",        "kind",
                 "member",      "promising",  "common",      "lifelong",
                 "serious",     "one",        "combination", "component",
                 "method"})) {
      // "a common disease that ..." is a definition after all.
      if (IsOneOf(rest[i].lower,
                  {"common", "serious", "lifelong", "major", "kind"}) &&
          i + 1 < end &&
          IsOneOf(rest[i + 1].lower, {"disease", "condition", "disorder",
                                      "infection", "illness", "of"})) {
        continue;
      }
      return true;
    }
  }
  return false;
}

// "a disease that ...", "a tube which ..." set X apart from its class.
bool GoesOnToDefine(const EnglishWords& rest) {
  return std::ranges::any_of(rest, [](const EnglishWord& word) {
    return IsOneOf(word.lower,
                   {"that", "which", "who", "where", "caused", "characterized",
                    "used", "affecting", "marked", "resulting", "made",
                    "designed", "involving", "in", "of", "found"});
  });
}

// "Lice are insects ...": only a class of things defines a plural, because
// "Lice are common" has the same form.
bool IsClassOfThings(const EnglishWords& rest) {
  const std::size_t end = std::min<std::size_t>(rest.size(), 6);
  for (std::size_t i = 0; i < end; ++i) {
    // The class comes before its complement: "parts of cells" are parts.
    if (i > 0 && IsPreposition(rest[i].lower)) return false;
    if (IsOneOf(rest[i].lower,
                {"insects",    "diseases",   "disorders", "cells",
                 "tumors",     "tubes",      "glands",    "organs",
                 "conditions", "drugs",      "medicines", "infections",
                 "parasites",  "bacteria",   "viruses",   "proteins",
                 "substances", "growths",    "blisters",  "devices",
                 "injuries",   "vessels",    "bumps",     "worms",
                 "illnesses",  "structures", "molecules", "chemicals",
                 "nutrients",  "cancers",    "groups",    "syndromes",
                 "fungi",      "bones",      "muscles",   "sores",
                 "vaccines",   "lumps",      "seizures",  "headaches"})) {
      return true;
    }
  }
  return false;
}

// "X refers to ...", "X means ...".
void AskForMeaning(const Clause& clause, bool is_topic, Asker& asker) {
  const EnglishWords& subject = clause.subject;
  if (subject.size() > 4 || subject.front().lower == "the") return;
  // "Primary means that ..." explains a word only for its context.
  if (subject.size() == 1 && !is_topic) return;
  asker.Add(QuestionTemplate::kDefinition,
            "what does " + clause.subject_text +
                (WordAt(clause.rest, 0) == "refer" ? " refer to?" : " mean?"),
            {});
}

// Whether "X is a ..." says what X is. Three words may define the document's
// topic; about other things a sentence says as much in passing.
bool DefinesOne(const Clause& clause, bool is_topic) {
  if (!IsOneOf(WordAt(clause.rest, 0), {"a", "an"})) return false;
  if (IsJudgement(clause.rest)) return false;
  const bool is_said = clause.rest.size() >= 5 && GoesOnToDefine(clause.rest);
  if (!is_said && !(is_topic && clause.rest.size() >= 3)) return false;
  return clause.subject.front().lower != "the" || is_said;
}

bool DefinesMany(const Clause& clause) {
  const std::string_view first = WordAt(clause.rest, 0);
  return clause.subject.front().lower != "the" &&
         IsClassOfThings(clause.rest) && !IsJudgement(clause.rest) &&
         !IsOneOf(first, {"common", "the", "likely", "more", "also", "often",
                          "usually", "rare", "used"}) &&
         !first.ends_with("ed");
}

}  // namespace

void AskForDefinition(const Clause& clause, Asker& asker) {
  const EnglishWords& subject = clause.subject;
  if (clause.has_negation || subject.size() > 6) return;
  // "Symptoms of X are ..." and "The disease is ..." define nothing by
  // themselves.
  if (IsGenericSubject(subject) || IsRelationalPlural(subject.front().lower) ||
      IsGenericNoun(subject.front().lower)) {
    return;
  }
  const bool is_topic = SharesTopic(clause.subject_text, asker.context().title);
  if (clause.auxiliary == "does" &&
      IsOneOf(WordAt(clause.rest, 0), {"refer", "mean"})) {
    AskForMeaning(clause, is_topic, asker);
    return;
  }
  const bool defines = clause.auxiliary == "is" ? DefinesOne(clause, is_topic)
                       : clause.auxiliary == "are" ? DefinesMany(clause)
                                                   : false;
  if (!defines) return;
  asker.Add(QuestionTemplate::kDefinition,
            "what " + clause.auxiliary + " " + clause.subject_text + "?", {});
}

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
