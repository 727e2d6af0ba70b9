#include "client/exam/make/sentence_questions.h"

#include <string_view>
#include <variant>

#include "client/exam/make/definition_questions.h"
#include "client/exam/make/fact_questions.h"
#include "client/exam/make/person_questions.h"
#include "client/exam/make/quantity_questions.h"

namespace answerbox::client {

void AskOfSentence(std::string_view sentence, const SentenceContext& context,
                   const Candidate& prototype, Candidates& candidates) {
  Asker asker(context, prototype, candidates);
  if (sentence.size() > kMaxStatementBytes) {
    candidates.Leave(Leftover::kLongSentence);
    return;
  }
  const EnglishWords words = WordsOf(sentence);
  if (words.empty()) return;
  const auto read = ReadClause(sentence, *context.small_words);
  if (sentence.ends_with('.') && sentence.find('"') == std::string_view::npos &&
      sentence.find(" - ") == std::string_view::npos) {
    AskForShare(words, asker);
    AskForPerson(words, asker);
    for (const QuantityQuestion& made :
         AskOfInstruction(words, *context.small_words)) {
      asker.Add(made.made_by, made.question, made.key);
    }
    if (!std::holds_alternative<Clause>(read) && asker.added() == 0) {
      AskForMembers({}, words, asker);
    }
  }
  if (const Clause* clause = std::get_if<Clause>(&read)) {
    AskForMembers(*clause, words, asker);
    AskForDefinition(*clause, asker);
    AskForValue(*clause, asker);
    AskForFact(*clause, asker);
    AskWhereItStands(*clause, asker);
    if (!IsGenericSubject(clause->subject)) {
      for (const QuantityQuestion& made : AskForQuantities(*clause)) {
        asker.Add(made.made_by, made.question, made.key);
      }
    }
    if (asker.added() == 0) {
      candidates.Leave(asker.has_pronoun()    ? Leftover::kPronoun
                       : clause->has_negation ? Leftover::kNegation
                       : IsGenericSubject(clause->subject)
                           ? Leftover::kVagueSubject
                           : Leftover::kNoTemplate);
    }
  } else if (asker.added() == 0) {
    candidates.Leave(asker.has_pronoun() ? Leftover::kPronoun
                                         : std::get<Leftover>(read));
  }
}

}  // namespace answerbox::client
