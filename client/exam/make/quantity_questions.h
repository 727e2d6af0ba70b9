// Questions for the time, temperature or dose in a clause.
#pragma once

#include <string>
#include <vector>

#include "client/exam/make/candidate.h"
#include "client/exam/make/clause.h"

namespace answerbox::client {

struct QuantityQuestion {
  QuestionTemplate made_by = QuestionTemplate::kTime;
  std::string question;
  std::string key;  // The words that the question takes out.
};

// The auxiliary goes before the subject, and the quantity is taken out:
// "Records are kept for three years." is "How long are records kept?".
[[nodiscard]] std::vector<QuantityQuestion> AskForQuantities(
    const Clause& clause);

// "Keep milk below 5 C." is "At what temperature should milk be kept?"; "Give
// aspirin 300 mg." is "What dose of aspirin should be given?".
[[nodiscard]] std::vector<QuantityQuestion> AskOfInstruction(
    const EnglishWords& words, const SmallWords& small_words);

}  // namespace answerbox::client
