// Makes questions from statements: definitions, values, causes, places, times,
// doses, shares, persons. Each template reads a clause or its words and passes
// its questions to an Asker; docs/lab/exam-make.md has examples.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "client/exam/make/candidate.h"
#include "client/exam/make/clause.h"
#include "client/exam/make/english.h"

namespace answerbox::client {

// Returns the word without the "s" of a plural or a possessive.
[[nodiscard]] std::string Singular(std::string_view word);

[[nodiscard]] bool HasAny(const std::vector<std::string>& all,
                          const std::vector<std::string>& part);

// Whether the phrases have the same words, in whatever number and case, or one
// contains all words of the other.
[[nodiscard]] bool SharesTopic(std::string_view phrase, std::string_view title);

struct SentenceContext {
  std::string_view title;  // The document's topic, in small letters.
  const SmallWords* small_words = nullptr;
  // The document's whole text. A person's name occurs in it several times.
  std::string_view text;
};

// Collects the questions of one sentence.
class Asker {
 public:
  Asker(const SentenceContext& context, const Candidate& prototype,
        Candidates& candidates)
      : context_(context), prototype_(prototype), candidates_(candidates) {}

  // Adds the question. Drops one that holds a pronoun, or a word for something
  // mentioned before.
  void Add(QuestionTemplate made_by, std::string question, std::string key);

  [[nodiscard]] std::size_t added() const { return added_; }
  [[nodiscard]] bool has_pronoun() const { return has_pronoun_; }
  [[nodiscard]] const SentenceContext& context() const { return context_; }

 private:
  // "the thermostat" is that of the page, so the title is needed; "How is chest
  // pain treated?" is complete.
  [[nodiscard]] bool NeedsTitle(QuestionTemplate made_by,
                                const EnglishWords& words) const;

  const SentenceContext& context_;
  const Candidate& prototype_;
  Candidates& candidates_;
  std::size_t added_ = 0;
  bool has_pronoun_ = false;
};

// Returns the text of the clause's rest from its word number `from` on.
[[nodiscard]] std::string Rest(const Clause& clause, std::size_t from);

// Whether a subject such as "the disease" or "a person" means nothing without
// its document.
[[nodiscard]] bool IsGenericSubject(const EnglishWords& subject);

// "X is a disease that ...": What is X?
void AskForDefinition(const Clause& clause, Asker& asker);

// "The cause of X is Y."
void AskForValue(const Clause& clause, Asker& asker);

// "X is treated with Y."
void AskForFact(const Clause& clause, Asker& asker);

// "The key hangs in the hall."
void AskWhereItStands(const Clause& clause, Asker& asker);

// "Symptoms of X include A, B and C."
void AskForMembers(const EnglishWords& words, Asker& asker);

// "40% of X do Y."
void AskForShare(const EnglishWords& words, Asker& asker);

// "Owen Marsh unlocks the store.": Who unlocks the store?
void AskForPerson(const EnglishWords& words, Asker& asker);

struct QuantityQuestion {
  QuestionTemplate made_by = QuestionTemplate::kTime;
  std::string question;
  std::string key;  // The words that the question leaves out.
};

// The auxiliary moves before the subject, and the quantity is left out:
// "Records are kept for three years." becomes "How long are records kept?".
[[nodiscard]] std::vector<QuantityQuestion> AskForQuantities(
    const Clause& clause);

// "Keep milk below 5 C." becomes "At what temperature should milk be kept?",
// and "Give aspirin 300 mg." becomes "What dose of aspirin should be given?".
[[nodiscard]] std::vector<QuantityQuestion> AskOfInstruction(
    const EnglishWords& words, const SmallWords& small_words);

// Appends the questions that templates make of the sentence, at most three, or
// counts the reason why there is none.
//   sentence   as PlainSentence returns it
//   prototype  has the section and the source of the questions
void AskOfSentence(std::string_view sentence, const SentenceContext& context,
                   const Candidate& prototype, Candidates& candidates);

}  // namespace answerbox::client
