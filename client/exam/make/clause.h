// The main clause of a statement: who or what, the auxiliary, and the rest.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "client/exam/make/candidate.h"
#include "client/exam/make/english.h"

namespace answerbox::client {

struct Clause {
  EnglishWords subject;  // As written.
  // The subject as it stands within a question.
  std::string subject_text;
  std::string auxiliary;  // "is", "should"; "does" before a full verb.
  EnglishWords rest;      // Up to the end of the clause; the verb in its base
                          // form after "does".
  bool has_negation = false;
};

// Statements of more bytes are not read.
inline constexpr std::size_t kMaxStatementBytes = 320;

// Reads a sentence as PlainSentence gives it. Says why not where it is none
// that a question can be made of.
[[nodiscard]] std::variant<Clause, Leftover> ReadClause(
    std::string_view sentence, const SmallWords& small_words);

// Where a clause ends: before ", and", ", which", "because", a semicolon.
[[nodiscard]] std::size_t ClauseEnd(const EnglishWords& words,
                                    std::size_t begin);

// A noun phrase that can stand in a question by itself: no pronoun, no verb,
// and it does not end in the air.
[[nodiscard]] bool IsNounPhrase(const EnglishWords& words, std::size_t begin,
                                std::size_t end);

// The phrase with a small letter at its beginning where it is no name.
[[nodiscard]] std::string WithinQuestion(const EnglishWords& phrase,
                                         const SmallWords& small_words);

}  // namespace answerbox::client
