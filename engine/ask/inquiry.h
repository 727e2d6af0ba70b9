// Reads a question: what a message asks, its terms, its misspelt words, its
// synonyms, and where documents hold them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/ask/answer.h"
#include "engine/ask/asked_names.h"
#include "engine/ask/name_places.h"
#include "engine/ask/question.h"
#include "engine/ask/workspace.h"
#include "engine/index/reading/live_segment.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// The question with its terms: the input of every stage.
struct Inquiry {
  std::span<const LiveSegment> segments;  // Hide documents that are not asked.
  const Question& question;               // With its misspelt words replaced.
  Profile profile;
  TermNormalizer& normalizer;  // Of `profile`.
  Arena& arena;
  QuestionTerms terms;
  TermLookup lookup{};  // A chunk with a synonym counts as one with the term.
  TermLookup retrieval{};  // Of the terms, and of their synonyms after them.
  // Answer::asked.
  std::string_view asked{};
  std::span<const RespeltWord> respelt{};
  std::span<const SpellingOffer> offers{};
  std::span<const ExpandedAbbreviation> abbreviations{};
  std::span<const AskedName> names{};  // Profile default only.
  // Set if nothing can be retrieved; no other stage may then be called.
  std::optional<RefusalReason> refusal{};

  // Whether an answer may be more or less than a sentence.
  [[nodiscard]] bool chooses_form() const {
    return profile == Profile::kDefault &&
           question.form != AnswerForm::kSentence;
  }
  [[nodiscard]] NamePlaces name_places() const {
    return {names,
            segments,
            {terms, model().lexicon(), retrieval_thesaurus(), normalizer},
            arena};
  }
  // Null if retrieval does not look for the words of a thesaurus.
  [[nodiscard]] const Thesaurus* retrieval_thesaurus() const {
    if (profile != Profile::kDefault || !question.with_thesaurus) {
      return nullptr;
    }
    return question.thesaurus != nullptr ? question.thesaurus
                                         : &ShippedThesaurus();
  }
  // Null if answers are ranked without it.
  [[nodiscard]] const Thesaurus* thesaurus() const {
    return chooses_form() ? retrieval_thesaurus() : nullptr;
  }
  [[nodiscard]] const AnswerModel& model() const {
    return question.model != nullptr ? *question.model : ShippedModel();
  }
};

// Finds what a message asks, looks its terms, their synonyms and the other
// forms of its abbreviations up, and replaces misspelt words, each if the
// question wants it; then hides the documents that are not asked. `segments`
// are all of one profile; segments, question and workspace outlive the inquiry.
// Resets the arena first. Errors: kNoSuchDocument, kTruncated, kCorrupt.
[[nodiscard]] Result<Inquiry> Analyze(std::span<const LiveSegment> segments,
                                      const Question& question,
                                      Workspace& workspace);

}  // namespace answerbox::engine
