// Whether a text has what a question names, or another one of the kind.
#pragma once

#include <string_view>

#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/evidence/thesaurus.h"
#include "engine/ask/asked_names.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// All functions take time linear in the text, and allocate nothing.
class NamedTexts {
 public:
  // All outlive the object.
  //   thesaurus  null: no words mean the same
  NamedTexts(const QuestionTerms& terms, const Lexicon& lexicon,
             const Thesaurus* thesaurus, TermNormalizer& normalizer) noexcept
      : terms_(terms),
        lexicon_(lexicon),
        thesaurus_(thesaurus),
        normalizer_(normalizer) {}

  [[nodiscard]] bool Has(const AskedName& name, std::string_view text) const;

  // Another one of the kind, as the text has it; empty if it has none.
  [[nodiscard]] std::string_view OtherIn(const AskedName& name,
                                         std::string_view text) const;

  // Whether a text has a word that may name another place than the question
  // does: a medicine, a word with a capital, or a first word that the lexicon
  // of English lacks. Days and months name no place.
  //   is_title  words with capitals count only if the lexicon lacks them
  [[nodiscard]] bool NamesOther(std::string_view text, bool is_title) const;

  // The part of a text that leaves the one out: "except room 15". Empty: none.
  //   before  what is said before the text
  [[nodiscard]] std::string_view ExceptionIn(const AskedName& name,
                                             std::string_view text,
                                             std::string_view before) const;

  // Whether a place that names no other thing of the kind must have the name.
  [[nodiscard]] bool MustBeSaid(const AskedName& name,
                                std::string_view own) const;

 private:
  [[nodiscard]] bool NamesItself(const AskedName& name,
                                 std::string_view text) const;
  [[nodiscard]] bool HasWord(const AskedName& name,
                             std::string_view text) const;
  [[nodiscard]] bool NamesMedicine(std::string_view word,
                                   std::string_view folded) const;
  [[nodiscard]] std::string_view OtherMedicine(const AskedName& name,
                                               std::string_view text) const;
  [[nodiscard]] std::string_view OtherWord(const AskedName& name,
                                           std::string_view text) const;
  [[nodiscard]] bool HasDistinct(const AskedName& name,
                                 std::string_view text) const;
  [[nodiscard]] std::string_view OtherDistinct(const AskedName& name,
                                               std::string_view text) const;

  const QuestionTerms& terms_;
  const Lexicon& lexicon_;
  const Thesaurus* thesaurus_;
  TermNormalizer& normalizer_;
};

}  // namespace answerbox::engine
