// Questions from statements: definitions, values, causes, places, times, doses,
// shares, persons.
#pragma once

#include <string_view>

#include "client/exam/make/asker.h"
#include "client/exam/make/candidate.h"

namespace answerbox::client {

// Appends the questions that templates make of the sentence, at most three, or
// counts why there is none.
//   sentence  as PlainSentence gives it
//   prototype section and source of the questions
void AskOfSentence(std::string_view sentence, const SentenceContext& context,
                   const Candidate& prototype, Candidates& candidates);

}  // namespace answerbox::client
