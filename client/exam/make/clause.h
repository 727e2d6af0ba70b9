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
  EnglishWords subject;  // As written in the document.
  // The subject as it stands within a question.
  std::string subject_text;
  std::string auxiliary;  // "is", "should"; "does" before a full verb.
  EnglishWords rest;      // Up to the end of the clause; the verb in its base
                          // form after "does".
  bool has_negation = false;
};

// Statements of more bytes are not read.
inline constexpr std::size_t kMaxStatementBytes = 320;

// Reads a sentence that PlainSentence returned. Returns the reason if no
// question can be made of it.
[[nodiscard]] std::variant<Clause, Leftover> ReadClause(
    std::string_view sentence, const SmallWords& small_words);

// Returns the index after the last word of the clause that contains `begin`. It
// ends before ", and", ", which", "because" or a semicolon.
[[nodiscard]] std::size_t ClauseEnd(const EnglishWords& words,
                                    std::size_t begin);

// Whether the words [begin, end) are a noun phrase that can stand in a question
// by itself: no pronoun, no verb, and no incomplete end.
[[nodiscard]] bool IsNounPhrase(const EnglishWords& words, std::size_t begin,
                                std::size_t end);

// Returns the phrase with a small first letter, unless it begins with a name.
[[nodiscard]] std::string WithinQuestion(const EnglishWords& phrase,
                                         const SmallWords& small_words);

}  // namespace answerbox::client
