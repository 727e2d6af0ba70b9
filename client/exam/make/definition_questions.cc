#include "client/exam/make/definition_questions.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "client/exam/make/topic.h"

namespace answerbox::client {
namespace {

// "a serious problem", "a good idea": no definitions.
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

bool GoesOnToDefine(const EnglishWords& rest) {
  return std::ranges::any_of(rest, [](const EnglishWord& word) {
    return IsOneOf(word.lower,
                   {"that", "which", "who", "where", "caused", "characterized",
                    "used", "affecting", "marked", "resulting", "made",
                    "designed", "involving", "in", "of", "found"});
  });
}

bool IsClassOfThings(const EnglishWords& rest) {
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

}  // namespace

void AskForDefinition(const Clause& clause, Asker& asker) {
  const EnglishWords& subject = clause.subject;
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

}  // namespace answerbox::client
