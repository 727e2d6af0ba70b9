#include "client/exam/make/fact_questions.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {
namespace {

struct Passive {
  std::string_view participle;
  // Words of which one follows the participle.
  std::vector<std::string_view> next;
  std::string_view asks;  // Before the auxiliary and the subject.
  std::string_view ends;  // After them.
  QuestionTemplate made_by = QuestionTemplate::kFact;
};

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

}  // namespace

void AskForValue(const Clause& clause, Asker& asker) {
  if (!IsOneOf(clause.auxiliary, {"is", "are"}) || clause.has_negation) return;
  const EnglishWords& subject = clause.subject;
  if (subject.size() < 2 || subject.front().lower != "the") return;
  bool is_superlative = false;
  bool is_relation = false;
  bool has_complement = false;
  for (std::size_t i = 1; i < subject.size(); ++i) {
    const std::string& word = subject[i].lower;
    if (i + 1 < subject.size() &&
        IsOneOf(word, {"of", "for", "in", "to", "on"})) {
      has_complement = true;
    }
    if (has_complement) continue;
    is_superlative =
        is_superlative ||
        IsOneOf(word, {"most", "main", "primary", "leading", "best", "usual",
                       "normal", "recommended", "only", "largest", "biggest"});
    is_relation =
        is_relation ||
        IsOneOf(word,
                {"goal",     "aim",    "purpose", "cause",     "function",
                 "address",  "number", "role",    "dose",      "temperature",
                 "rate",     "range",  "limit",   "duration",  "name",
                 "entrance", "point",  "risk",    "treatment", "job",
                 "colour",   "color",  "line"});
  }
  if (IsGenericNoun(subject.back().lower) && !has_complement) return;
  const bool is_value = has_complement ? is_superlative || is_relation
                                       : is_relation && subject.size() >= 3;
  if (!is_value) return;
  const std::string_view first = WordAt(clause.rest, 0);
  if (clause.rest.empty() || first.ends_with("ed") || first.ends_with("ly") ||
      first.ends_with("ing") || IsAdverb(first) ||
      IsOneOf(
          first,
          {"in",      "on",        "at",      "for",      "by",       "with",
           "based",   "high",      "higher",  "low",      "lower",    "greater",
           "good",    "poor",      "similar", "about",    "under",    "unknown",
           "unclear", "different", "known",   "as",       "so",       "thought",
           "given",   "from",      "due",     "kept",     "up",       "too",
           "very",    "small",     "rare",    "slightly", "expected", "seen",
           "found",   "made",      "able",    "that",     "what"})) {
    return;
  }
  asker.Add(QuestionTemplate::kValue,
            "what " + clause.auxiliary + " " + clause.subject_text + "?",
            Rest(clause, 0));
}

void AskForFact(const Clause& clause, Asker& asker) {
  if (clause.has_negation || IsGenericSubject(clause.subject)) return;
  if (!IsOneOf(clause.auxiliary, {"is", "are", "can", "must", "should"})) {
    return;
  }
  std::size_t at = 0;
  const bool is_modal = !IsOneOf(clause.auxiliary, {"is", "are"});
  if (is_modal) {
    if (WordAt(clause.rest, 0) != "be") return;
    at = 1;
  }
  std::string adverb;
  while (IsAdverb(WordAt(clause.rest, at))) {
    if (WordAt(clause.rest, at) == "also") adverb = " also";
    ++at;
  }
  const std::string start = " " + clause.auxiliary + " " + clause.subject_text +
                            (is_modal ? " be" : "");
  if (WordAt(clause.rest, at) == "caused" &&
      WordAt(clause.rest, at + 1) == "by" && !is_modal &&
      at + 2 < clause.rest.size()) {
    asker.Add(QuestionTemplate::kFact,
              "what causes " + clause.subject_text + "?", Rest(clause, at + 2));
    return;
  }
  if (WordAt(clause.rest, at) == "responsible" &&
      WordAt(clause.rest, at + 1) == "for" && !is_modal) {
    return;  // AskForPerson.
  }
  for (const Passive& passive : Passives()) {
    if (WordAt(clause.rest, at) != passive.participle) continue;
    const bool follows =
        passive.next.empty()
            ? at + 1 < clause.rest.size()
            : std::ranges::find(passive.next, WordAt(clause.rest, at + 1)) !=
                  passive.next.end();
    if (!follows || at + 2 > clause.rest.size()) continue;
    if (IsOneOf(passive.participle, {"known", "called"}) &&
        (clause.subject.size() > 4 || clause.subject.front().lower == "the")) {
      continue;
    }
    const bool is_place = passive.made_by == QuestionTemplate::kPlace;
    // "sometimes found in" is no place to look for it.
    if (is_place && (IsTimeOrMeasure(clause.rest, at + 1) || at > 1 ||
                     (at == 1 && !is_modal))) {
      continue;
    }
    // "are called ball joints because ..." names them by the way.
    if (passive.participle == "called" && adverb.empty()) continue;
    const bool takes_also = IsOneOf(passive.participle, {"called", "known"});
    asker.Add(passive.made_by,
              std::string(passive.asks) + start + (takes_also ? adverb : "") +
                  std::string(passive.ends) + "?",
              Rest(clause, at + (passive.ends.ends_with(" by") ||
                                         passive.ends.ends_with(" of") ||
                                         passive.ends.ends_with(" as")
                                     ? 2
                                     : 1)));
    return;
  }
}

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

void AskForMembers(const Clause& clause, const EnglishWords& words,
                   Asker& asker) {
  const auto verb = std::ranges::find_if(words, [](const EnglishWord& word) {
    return IsOneOf(word.lower, {"include", "includes"});
  });
  if (verb == words.end() || verb + 1 == words.end()) return;
  // "... include the following:": they stand in other sentences.
  if ((verb + 1)->lower == "the" && verb + 2 != words.end() &&
      (verb + 2)->lower == "following") {
    return;
  }
  auto end = verb;
  while (end != words.begin() &&
         (IsOneOf((end - 1)->lower, {"may", "can", "could", "might"}) ||
          IsAdverb((end - 1)->lower))) {
    --end;
  }
  static_cast<void>(clause);
  const EnglishWords subject(words.begin(), end);
  if (subject.empty() || !IsNounPhrase(subject, 0, subject.size())) return;
  const bool is_complemented =
      std::ranges::any_of(subject, [](const EnglishWord& word) {
        return IsOneOf(word.lower, {"of", "for"});
      });
  bool is_relational = false;
  for (const EnglishWord& word : subject) {
    if (IsOneOf(word.lower, {"of", "for", "in", "with"})) break;
    is_relational = is_relational || IsRelationalPlural(word.lower);
  }
  const std::string& first = subject.front().lower;
  if (IsVague(first) || IsAdverb(first) || first == "additional") return;
  if (!is_relational || !is_complemented) return;
  if (IsPreposition(first) && first != "the") return;
  const std::string what =
      WithinQuestion(subject, *asker.context().small_words);
  asker.Add(
      QuestionTemplate::kList,
      std::string("what are ") + (first == "the" ? "" : "the ") + what + "?",
      TextOf(std::span(words).subspan(
          static_cast<std::size_t>(verb - words.begin()) + 1)));
}

void AskForShare(const EnglishWords& words, Asker& asker) {
  std::size_t at = 0;
  while (at < 3 && IsOneOf(WordAt(words, at),
                           {"about", "approximately", "around", "nearly",
                            "almost", "over", "more", "than", "less", "up",
                            "to", "roughly", "an", "estimated", "only"})) {
    ++at;
  }
  if (!IsNumber(WordAt(words, at)) && !WordAt(words, at).ends_with('%')) return;
  if (IsOneOf(WordAt(words, at + 1), {"to", "or"}) &&
      IsNumber(WordAt(words, at + 2))) {
    at += 2;
  }
  if (!WordAt(words, at).ends_with('%')) ++at;
  if (!IsOneOf(WordAt(words, at), {"percent", "%"}) &&
      !WordAt(words, at).ends_with('%')) {
    return;
  }
  if (WordAt(words, at + 1) != "of") return;
  const std::size_t begin = at + 2;
  const std::size_t end = ClauseEnd(words, begin);
  if (end < begin + 3) return;
  const bool has_verb = std::any_of(
      words.begin() + static_cast<std::ptrdiff_t>(begin + 1),
      words.begin() + static_cast<std::ptrdiff_t>(end - 1),
      [](const EnglishWord& word) {
        return IsAuxiliary(word.lower) ||
               IsOneOf(word.lower, {"develop", "die", "survive", "get", "occur",
                                    "become", "live", "report", "show"});
      });
  if (!has_verb) return;
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
            TextOf(std::span(words).first(at + 1)));
}

}  // namespace answerbox::client
