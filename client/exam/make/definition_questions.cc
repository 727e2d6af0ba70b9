#include <algorithm>
#include <cstddef>
#include <string>

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

}  // namespace

namespace {

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

}  // namespace answerbox::client
