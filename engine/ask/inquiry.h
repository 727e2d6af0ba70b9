// Reads a question: what a message asks, its terms, its misspelt words, its
// synonyms, and where documents hold them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/thesaurus.h"
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

// The most terms and phrases that are looked for besides those of the question
// and its synonyms, and the most postings that they may have together: they
// bound the work of a question. Of each word the first neighbours are taken,
// which tell most.
inline constexpr std::size_t kMaxRelatedTerms = 96;
inline constexpr std::size_t kMaxRelatedPhrases = 16;
inline constexpr std::uint64_t kMaxRelatedPostings = 1u << 18;

// Lets retrieval look for the words that the thesaurus gives for those of the
// question. Groups the terms of `inquiry.retrieval` to concepts: of the phrases
// that the thesaurus knows, the longest come first, and no word is of two.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
//   inquiry  not refused; of profile default
[[nodiscard]] Result<void> AddRelatedTerms(const Thesaurus& thesaurus,
                                           Inquiry& inquiry);

}  // namespace answerbox::engine
