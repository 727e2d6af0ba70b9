#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/exam/make/sentence_questions.h"

namespace answerbox::client {
namespace {

// A participle that states a fact about the subject, such as how it is treated.
struct Passive {
  std::string_view participle;
  // One of these words must follow the participle.
  std::vector<std::string_view> next;
  std::string_view asks;  // The question before the auxiliary and the subject.
  std::string_view ends;  // The question after them.
  QuestionTemplate made_by = QuestionTemplate::kFact;
};

// If two entries fit, the first one asks. Places come last, because "used to
// store" states a purpose.
const std::vector<Passive>& Passives() {
  static const std::vector<Passive> kPassives = {
      {"diagnosed",
       {"by", "with", "using", "based", "through"},
       "how",
       " diagnosed"},
      {"treated", {"with", "by", "using"}, "how", " treated"},
      {"prevented", {"by", "with", "through"}, "how", " prevented"},
      {"spread", {"by", "through", "from"}, "how", " spread"},
      {"transmitted", {"by", "through", "from", "to"}, "how", " transmitted"},
      {"used", {"to"}, "what", " used for"},
      {"called", {}, "what", " called"},
      {"known", {"as"}, "what", " known as"},
      {"characterized", {"by"}, "what", " characterized by"},
      {"made", {"of"}, "what", " made of"},
      {"located",
       {"in", "on", "at", "near", "below", "behind", "above", "between"},
       "where",
       " located",
       QuestionTemplate::kPlace},
      {"found",
       {"in", "on", "at", "near"},
       "where",
       " found",
       QuestionTemplate::kPlace},
      {"kept",
       {"in", "on", "at", "near"},
       "where",
       " kept",
       QuestionTemplate::kPlace},
      {"stored",
       {"in", "on", "at", "near"},
       "where",
       " stored",
       QuestionTemplate::kPlace},
  };
  return kPassives;
}

// "kept at 5 degrees", "found in most people" name no place.
bool IsTimeOrMeasure(const EnglishWords& rest, std::size_t at) {
  for (std::size_t i = at; i < std::min(rest.size(), at + 4); ++i) {
    if (IsNumber(rest[i].lower) || IsClock(rest[i].lower) ||
        IsOneOf(rest[i].lower,
                {"all", "times", "temperature", "mind", "use", "place", "touch",
                 "most", "many", "people", "order", "pairs", "about"})) {
      return true;
    }
  }
  return false;
}

// How the subject of "The main aim of X is Y" names the value Y.
struct ValueSubject {
  bool is_superlative = false;  // "the main ..."
  bool is_relation = false;     // "the aim ..."
  bool has_complement = false;  // "... of X"

  [[nodiscard]] bool NamesAValue(std::size_t words) const {
    // "The address is Y" does not say whose address.
    return has_complement ? is_superlative || is_relation
                          : is_relation && words >= 3;
  }
};

ValueSubject ReadValueSubject(const EnglishWords& subject) {
  ValueSubject read;
  for (std::size_t i = 1; i < subject.size(); ++i) {
    const std::string& word = subject[i].lower;
    // Words after the preposition name another thing.
    if (i + 1 < subject.size() &&
        IsOneOf(word, {"of", "for", "in", "to", "on"})) {
      read.has_complement = true;
      break;
    }
    read.is_superlative =
        read.is_superlative ||
        IsOneOf(word, {"most", "main", "primary", "leading", "best", "usual",
                       "normal", "recommended", "only", "largest", "biggest"});
    read.is_relation =
        read.is_relation ||
        IsOneOf(word,
                {"goal",     "aim",    "purpose", "cause",     "function",
                 "address",  "number", "role",    "dose",      "temperature",
                 "rate",     "range",  "limit",   "duration",  "name",
                 "entrance", "point",  "risk",    "treatment", "job",
                 "colour",   "color",  "line"});
  }
  return read;
}

// Whether the words after "is" state a condition or a judgement instead of a
// value: "The risk is higher", "The dose is based on weight".
bool TellsAState(const EnglishWords& rest) {
  const std::string_view first = WordAt(rest, 0);
  return rest.empty() || first.ends_with("ed") || first.ends_with("ly") ||
         first.ends_with("ing") || IsAdverb(first) ||
         IsOneOf(first, {"in",    "on",      "at",      "for",      "by",
                         "with",  "based",   "high",    "higher",   "low",
                         "lower", "greater", "good",    "poor",     "similar",
                         "about", "under",   "unknown", "unclear",  "different",
                         "known", "as",      "so",      "thought",  "given",
                         "from",  "due",     "kept",    "up",       "too",
                         "very",  "small",   "rare",    "slightly", "expected",
                         "seen",  "found",   "made",    "able",     "that",
                         "what"});
}

// The position of the participle in "should also be kept in the hall".
struct Participle {
  std::size_t at = 0;
  bool is_modal = false;  // "should be", "can be", "must be".
  bool is_also = false;
};

std::optional<Participle> FindParticiple(const Clause& clause) {
  if (!IsOneOf(clause.auxiliary, {"is", "are", "can", "must", "should"})) {
    return std::nullopt;
  }
  Participle found;
  found.is_modal = !IsOneOf(clause.auxiliary, {"is", "are"});
  if (found.is_modal) {
    if (WordAt(clause.rest, 0) != "be") return std::nullopt;
    found.at = 1;
  }
  while (IsAdverb(WordAt(clause.rest, found.at))) {
    if (WordAt(clause.rest, found.at) == "also") found.is_also = true;
    ++found.at;
  }
  return found;
}

// Whether the clause has this passive and states something worth asking.
bool Fits(const Passive& passive, const Clause& clause,
          const Participle& found) {
  const std::size_t at = found.at;
  if (WordAt(clause.rest, at) != passive.participle) return false;
  const bool follows =
      passive.next.empty()
          ? at + 1 < clause.rest.size()
          : std::ranges::find(passive.next, WordAt(clause.rest, at + 1)) !=
                passive.next.end();
  if (!follows || at + 2 > clause.rest.size()) return false;
  // "The lining of the small intestine is called ..." names a term nobody asks
  // for.
  if (IsOneOf(passive.participle, {"known", "called"}) &&
      (clause.subject.size() > 4 || clause.subject.front().lower == "the")) {
    return false;
  }
  // "sometimes found in" is not where to look, and "kept at all times" names no
  // place.
  if (passive.made_by == QuestionTemplate::kPlace &&
      (IsTimeOrMeasure(clause.rest, at + 1) || at > 1 ||
       (at == 1 && !found.is_modal))) {
    return false;
  }
  // "are called ball joints because ..." mentions the name only in passing.
  return passive.participle != "called" || found.is_also;
}

// Whether the subject is a plural that has members, and says of what: "Symptoms
// of X", "The main causes of X". "Symptoms" alone are those of any page, and
// "other symptoms" are not all.
bool NamesMembersOfSomething(const EnglishWords& subject) {
  if (subject.empty() || !IsNounPhrase(subject, 0, subject.size())) {
    return false;
  }
  const std::string& first = subject.front().lower;
  if (IsVague(first) || IsAdverb(first) || first == "additional" ||
      (IsPreposition(first) && first != "the")) {
    return false;
  }
  bool is_relational = false;
  for (const EnglishWord& word : subject) {
    if (IsOneOf(word.lower, {"of", "for", "in", "with"})) break;
    is_relational = is_relational || IsRelationalPlural(word.lower);
  }
  return is_relational &&
         std::ranges::any_of(subject, [](const EnglishWord& word) {
           return IsOneOf(word.lower, {"of", "for"});
         });
}

// Returns how many words the share at the beginning has, as in "about 40%" or
// "5 to 10 percent". Zero if the sentence begins with no share.
std::size_t ShareWords(const EnglishWords& words) {
  std::size_t at = 0;
  while (at < 3 && IsOneOf(WordAt(words, at),
                           {"about", "approximately", "around", "nearly",
                            "almost", "over", "more", "than", "less", "up",
                            "to", "roughly", "an", "estimated", "only"})) {
    ++at;
  }
  if (!IsNumber(WordAt(words, at)) && !WordAt(words, at).ends_with('%')) {
    return 0;
  }
  if (IsOneOf(WordAt(words, at + 1), {"to", "or"}) &&
      IsNumber(WordAt(words, at + 2))) {
    at += 2;
  }
  if (!WordAt(words, at).ends_with('%')) ++at;
  const bool has_sign = IsOneOf(WordAt(words, at), {"percent", "%"}) ||
                        WordAt(words, at).ends_with('%');
  return has_sign ? at + 1 : 0;
}

}  // namespace

void AskForValue(const Clause& clause, Asker& asker) {
  if (!IsOneOf(clause.auxiliary, {"is", "are"}) || clause.has_negation) return;
  const EnglishWords& subject = clause.subject;
  if (subject.size() < 2 || subject.front().lower != "the") return;
  const ValueSubject read = ReadValueSubject(subject);
  if (IsGenericNoun(subject.back().lower) && !read.has_complement) return;
  if (!read.NamesAValue(subject.size()) || TellsAState(clause.rest)) return;
  asker.Add(QuestionTemplate::kValue,
            "what " + clause.auxiliary + " " + clause.subject_text + "?",
            Rest(clause, 0));
}

void AskForFact(const Clause& clause, Asker& asker) {
  if (clause.has_negation || IsGenericSubject(clause.subject)) return;
  const auto found = FindParticiple(clause);
  if (!found) return;
  const std::size_t at = found->at;
  if (WordAt(clause.rest, at) == "caused" &&
      WordAt(clause.rest, at + 1) == "by" && !found->is_modal &&
      at + 2 < clause.rest.size()) {
    asker.Add(QuestionTemplate::kFact,
              "what causes " + clause.subject_text + "?", Rest(clause, at + 2));
    return;
  }
  if (WordAt(clause.rest, at) == "responsible" &&
      WordAt(clause.rest, at + 1) == "for" && !found->is_modal) {
    return;  // AskForPerson asks for persons.
  }
  const auto passive = std::ranges::find_if(
      Passives(),
      [&](const Passive& each) { return Fits(each, clause, *found); });
  if (passive == Passives().end()) return;
  const bool takes_also =
      found->is_also && IsOneOf(passive->participle, {"called", "known"});
  // The preposition belongs to the question in "made of?", but to the answer in
  // "kept in the hall".
  const bool has_preposition = passive->ends.ends_with(" by") ||
                               passive->ends.ends_with(" of") ||
                               passive->ends.ends_with(" as");
  asker.Add(passive->made_by,
            std::string(passive->asks) + " " + clause.auxiliary + " " +
                clause.subject_text + (found->is_modal ? " be" : "") +
                (takes_also ? " also" : "") + std::string(passive->ends) + "?",
            Rest(clause, at + (has_preposition ? 2 : 1)));
}

// Only verbs whose point is the place are asked: "runs in the hall" does not
// say where something is.
void AskWhereItStands(const Clause& clause, Asker& asker) {
  if (clause.auxiliary != "does" || clause.has_negation) return;
  if (!IsOneOf(WordAt(clause.rest, 0), {"stand", "hang", "lie"})) return;
  if (!IsOneOf(WordAt(clause.rest, 1),
               {"in", "on", "at", "beside", "near", "to", "behind", "next"})) {
    return;
  }
  if (IsTimeOrMeasure(clause.rest, 1)) return;
  asker.Add(QuestionTemplate::kPlace,
            "where does " + clause.subject_text + " " +
                std::string(WordAt(clause.rest, 0)) + "?",
            Rest(clause, 1));
}

void AskForMembers(const EnglishWords& words, Asker& asker) {
  const auto verb = std::ranges::find_if(words, [](const EnglishWord& word) {
    return IsOneOf(word.lower, {"include", "includes"});
  });
  if (verb == words.end() || verb + 1 == words.end()) return;
  // In "... include the following:" the members stand in other sentences.
  if ((verb + 1)->lower == "the" && verb + 2 != words.end() &&
      (verb + 2)->lower == "following") {
    return;
  }
  auto end = verb;  // The subject ends before "may also include".
  while (end != words.begin() &&
         (IsOneOf((end - 1)->lower, {"may", "can", "could", "might"}) ||
          IsAdverb((end - 1)->lower))) {
    --end;
  }
  const EnglishWords subject(words.begin(), end);
  if (!NamesMembersOfSomething(subject)) return;
  const bool is_definite = subject.front().lower == "the";
  const std::string what =
      WithinQuestion(subject, *asker.context().small_words);
  asker.Add(QuestionTemplate::kList,
            std::string("what are ") + (is_definite ? "" : "the ") + what + "?",
            TextOf(std::span(words).subspan(
                static_cast<std::size_t>(verb - words.begin()) + 1)));
}

void AskForShare(const EnglishWords& words, Asker& asker) {
  const std::size_t share = ShareWords(words);
  if (share == 0 || WordAt(words, share) != "of") return;
  const std::size_t begin = share + 1;
  const std::size_t end = ClauseEnd(words, begin);
  if (end < begin + 3) return;
  // "40% of adults" is a heading, no statement. The verb must not end the
  // sentence.
  const bool has_verb = std::any_of(
      words.begin() + static_cast<std::ptrdiff_t>(begin + 1),
      words.begin() + static_cast<std::ptrdiff_t>(end - 1),
      [](const EnglishWord& word) {
        return IsAuxiliary(word.lower) ||
               IsOneOf(word.lower, {"develop", "die", "survive", "get", "occur",
                                    "become", "live", "report", "show"});
      });
  if (!has_verb) return;
  // With "40% of X and 20% of Y" the question would fit both numbers.
  const auto part = std::span(words).subspan(begin, end - begin);
  if (std::ranges::any_of(part, [](const EnglishWord& word) {
        return IsNegation(word.lower) || IsNumber(word.lower);
      })) {
    return;
  }
  const EnglishWords asked(part.begin(), part.end());
  asker.Add(QuestionTemplate::kShare,
            "what percentage of " +
                WithinQuestion(asked, *asker.context().small_words) + "?",
            TextOf(std::span(words).first(share)));
}

}  // namespace answerbox::client
