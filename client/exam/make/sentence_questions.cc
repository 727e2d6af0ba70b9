#include "client/exam/make/sentence_questions.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "client/exam/make/quantity_questions.h"

namespace answerbox::client {
namespace {

using Words = EnglishWords;

constexpr std::size_t kMaxQuestions = 3;  // Of one sentence.

std::string Singular(std::string_view word) {
  if (word.ends_with("'s")) word.remove_suffix(2);
  if (word.size() > 3 && word.ends_with('s')) word.remove_suffix(1);
  return std::string(word);
}

// Words of a phrase that say what it is about.
std::vector<std::string> TopicWords(std::string_view phrase) {
  std::vector<std::string> words;
  for (const EnglishWord& word : WordsOf(phrase)) {
    if (!IsPreposition(word.lower)) words.push_back(Singular(word.lower));
  }
  return words;
}

bool HasAll(const std::vector<std::string>& all,
            const std::vector<std::string>& part) {
  return std::ranges::all_of(part, [&](const std::string& word) {
    return std::ranges::find(all, word) != all.end();
  });
}

bool HasAny(const std::vector<std::string>& all,
            const std::vector<std::string>& part) {
  return std::ranges::any_of(part, [&](const std::string& word) {
    return std::ranges::find(all, word) != all.end();
  });
}

// The maker of the questions of one sentence.
class Asker {
 public:
  Asker(const SentenceContext& context, const Candidate& prototype,
        Candidates& candidates)
      : context_(context), prototype_(prototype), candidates_(candidates) {}

  // A question that holds a pronoun, or a name for something that was told
  // before, is not asked.
  void Add(QuestionTemplate made_by, std::string question, std::string key) {
    if (added_ == kMaxQuestions) return;
    question.front() = UpperCase(question.front());
    const Words words = WordsOf(question);
    for (const EnglishWord& word : words) {
      if (IsPronoun(word.lower)) {
        has_pronoun_ = true;
        return;
      }
    }
    if (words.size() < 3 || words.size() > 24) return;
    Candidate candidate = prototype_;
    candidate.made_by = made_by;
    candidate.needs_title = NeedsTitle(made_by, words);
    if (candidate.needs_title && context_.title.empty()) return;
    candidate.question = std::move(question);
    if (!key.empty()) candidate.keys.push_back(std::move(key));
    candidates_.questions.push_back(std::move(candidate));
    ++added_;
  }

  [[nodiscard]] std::size_t added() const { return added_; }
  [[nodiscard]] bool has_pronoun() const { return has_pronoun_; }
  [[nodiscard]] const SentenceContext& context() const { return context_; }

 private:
  static char UpperCase(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  }

  // "the thermostat" is that of the page; "How is chest pain treated?" says
  // all that it has to say.
  [[nodiscard]] bool NeedsTitle(QuestionTemplate made_by,
                                const Words& words) const {
    if (made_by == QuestionTemplate::kDefinition) return false;
    std::vector<std::string> question;
    for (const EnglishWord& word : words) {
      question.push_back(Singular(word.lower));
    }
    auto topic = TopicWords(context_.title);
    std::erase_if(topic, [](const std::string& word) {
      return IsGenericNoun(word) || IsGenericNoun(word + "s");
    });
    if (HasAny(question, topic)) return false;
    bool is_definite = false;
    std::size_t telling = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& word = words[i].lower;
      if (word == "the") is_definite = true;
      if (IsPreposition(word) || IsAuxiliary(word) || IsAdverb(word) ||
          IsGenericNoun(word)) {
        continue;
      }
      ++telling;
    }
    if (made_by == QuestionTemplate::kPerson) return telling < 4;
    return is_definite || telling < 4;
  }

  const SentenceContext& context_;
  const Candidate& prototype_;
  Candidates& candidates_;
  std::size_t added_ = 0;
  bool has_pronoun_ = false;
};

std::string Rest(const Clause& clause, std::size_t from) {
  return TextOf(std::span(clause.rest).subspan(from));
}

// "The disease", "A person": without its document nothing.
bool IsGenericSubject(const Words& subject) {
  if (subject.size() > 2) return false;
  return IsGenericNoun(subject.back().lower);
}

// --- What is X? ---

// "a serious problem", "a good idea": no definitions.
bool IsJudgement(const Words& rest) {
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
      // "a common disease that ..." defines after all.
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

bool GoesOnToDefine(const Words& rest) {
  return std::ranges::any_of(rest, [](const EnglishWord& word) {
    return IsOneOf(word.lower,
                   {"that", "which", "who", "where", "caused", "characterized",
                    "used", "affecting", "marked", "resulting", "made",
                    "designed", "involving", "in", "of", "found"});
  });
}

bool IsClassOfThings(const Words& rest) {
  const std::size_t end = std::min<std::size_t>(rest.size(), 6);
  for (std::size_t i = 0; i < end; ++i) {
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

void AskForDefinition(const Clause& clause, Asker& asker) {
  const Words& subject = clause.subject;
  if (clause.has_negation || subject.size() > 6) return;
  if (IsGenericSubject(subject)) return;
  if (IsRelationalPlural(subject.front().lower) ||
      IsGenericNoun(subject.front().lower)) {
    return;
  }
  const bool is_topic = SharesTopic(clause.subject_text, asker.context().title);
  const bool is_plural = clause.auxiliary == "are";
  if (clause.auxiliary == "does" &&
      IsOneOf(WordAt(clause.rest, 0), {"refer", "mean"})) {
    if (subject.size() > 4 || subject.front().lower == "the") return;
    // "Primary means that ..." tells of a word in its place.
    if (subject.size() == 1 && !is_topic) return;
    asker.Add(QuestionTemplate::kDefinition,
              "what does " + clause.subject_text +
                  (WordAt(clause.rest, 0) == "refer" ? " refer to?" : " mean?"),
              {});
    return;
  }
  if (clause.auxiliary == "is") {
    if (!IsOneOf(WordAt(clause.rest, 0), {"a", "an"})) return;
    if (IsJudgement(clause.rest)) return;
    const bool is_said = clause.rest.size() >= 5 && GoesOnToDefine(clause.rest);
    if (!is_said && !(is_topic && clause.rest.size() >= 3)) return;
    if (subject.front().lower == "the" && !is_said) return;
  } else if (is_plural) {
    if (subject.front().lower == "the" || !IsClassOfThings(clause.rest)) return;
    if (IsJudgement(clause.rest)) return;
    if (IsOneOf(WordAt(clause.rest, 0),
                {"common", "the", "likely", "more", "also", "often", "usually",
                 "rare", "used"})) {
      return;
    }
    if (WordAt(clause.rest, 0).ends_with("ed")) return;
  } else {
    return;
  }
  asker.Add(QuestionTemplate::kDefinition,
            "what " + clause.auxiliary + " " + clause.subject_text + "?", {});
}

// --- What is the cause of X? ---

void AskForValue(const Clause& clause, Asker& asker) {
  if (!IsOneOf(clause.auxiliary, {"is", "are"}) || clause.has_negation) return;
  const Words& subject = clause.subject;
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

// --- How is X treated? ---

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

bool IsTimeOrMeasure(const Words& rest, std::size_t at) {
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

// "The key hangs in the hall."
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

// "Symptoms of X include A, B and C."
void AskForMembers(const Clause& clause, const Words& words, Asker& asker) {
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
  const Words subject(words.begin(), end);
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

// --- What percentage of X? ---

void AskForShare(const Words& words, Asker& asker) {
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
  const Words asked(part.begin(), part.end());
  asker.Add(QuestionTemplate::kShare,
            "what percentage of " +
                WithinQuestion(asked, *asker.context().small_words) + "?",
            TextOf(std::span(words).first(at + 1)));
}

// --- Who does X? ---

bool IsCapitalized(const EnglishWord& word) {
  return word.text.size() > 1 && word.text[0] >= 'A' && word.text[0] <= 'Z' &&
         word.text[1] >= 'a' && word.text[1] <= 'z';
}

// "Dr. Priya Raman", "Owen Marsh": no word of it has small letters elsewhere.
// Returns how many words the name has; zero: none.
std::size_t NameWords(const Words& words, std::size_t i,
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

void AskForPerson(const Words& words, Asker& asker) {
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

}  // namespace

bool SharesTopic(std::string_view phrase, std::string_view title) {
  const auto of_phrase = TopicWords(phrase);
  const auto of_title = TopicWords(title);
  if (of_phrase.empty() || of_title.empty()) return false;
  return HasAll(of_phrase, of_title) || HasAll(of_title, of_phrase);
}

void AskOfSentence(std::string_view sentence, const SentenceContext& context,
                   const Candidate& prototype, Candidates& candidates) {
  Asker asker(context, prototype, candidates);
  if (sentence.size() > kMaxStatementBytes) {
    candidates.Leave(Leftover::kLongSentence);
    return;
  }
  const Words words = WordsOf(sentence);
  if (words.empty()) return;
  const auto read = ReadClause(sentence, *context.small_words);
  if (sentence.ends_with('.') && sentence.find('"') == std::string_view::npos &&
      sentence.find(" - ") == std::string_view::npos) {
    AskForShare(words, asker);
    AskForPerson(words, asker);
    for (const QuantityQuestion& made :
         AskOfInstruction(words, *context.small_words)) {
      asker.Add(made.made_by, made.question, made.key);
    }
    if (!std::holds_alternative<Clause>(read) && asker.added() == 0) {
      AskForMembers({}, words, asker);
    }
  }
  if (const Clause* clause = std::get_if<Clause>(&read)) {
    AskForMembers(*clause, words, asker);
    AskForDefinition(*clause, asker);
    AskForValue(*clause, asker);
    AskForFact(*clause, asker);
    AskWhereItStands(*clause, asker);
    if (!IsGenericSubject(clause->subject)) {
      for (const QuantityQuestion& made : AskForQuantities(*clause)) {
        asker.Add(made.made_by, made.question, made.key);
      }
    }
    if (asker.added() == 0) {
      candidates.Leave(asker.has_pronoun()    ? Leftover::kPronoun
                       : clause->has_negation ? Leftover::kNegation
                       : IsGenericSubject(clause->subject)
                           ? Leftover::kVagueSubject
                           : Leftover::kNoTemplate);
    }
  } else if (asker.added() == 0) {
    candidates.Leave(asker.has_pronoun() ? Leftover::kPronoun
                                         : std::get<Leftover>(read));
  }
}

}  // namespace answerbox::client
