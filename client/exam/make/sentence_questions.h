// Questions from statements: definitions, values, causes, places, times, doses,
// shares, persons.
#pragma once

#include <string_view>

#include "client/exam/make/candidate.h"
#include "client/exam/make/clause.h"
#include "client/exam/make/english.h"

namespace answerbox::client {

struct SentenceContext {
  std::string_view title;  // The document's topic, with small letters.
  const SmallWords* small_words = nullptr;
  // The document's whole text: names of persons recur in it.
  std::string_view text;
};

// Appends the questions that templates make of the sentence, at most three, or
// counts why there is none.
//   sentence  as PlainSentence gives it
//   prototype section and source of the questions
void AskOfSentence(std::string_view sentence, const SentenceContext& context,
                   const Candidate& prototype, Candidates& candidates);

// Whether the phrases have the same words, whatever their number and case, or
// one has all words of the other.
[[nodiscard]] bool SharesTopic(std::string_view phrase, std::string_view title);

}  // namespace answerbox::client
