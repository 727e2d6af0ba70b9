// Questions from statements: definitions, values, causes, places, times, doses,
// shares, persons. Each template reads a clause or its words and hands what it
// makes to an Asker; docs/exam-make.md has examples.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "client/exam/make/candidate.h"
#include "client/exam/make/clause.h"
#include "client/exam/make/english.h"

namespace answerbox::client {

// The word without its plural's or owner's s.
[[nodiscard]] std::string Singular(std::string_view word);

// The words of a phrase that say what it is about.
[[nodiscard]] std::vector<std::string> TopicWords(std::string_view phrase);

[[nodiscard]] bool HasAny(const std::vector<std::string>& all,
                          const std::vector<std::string>& part);

// Whether the phrases have the same words, whatever their number and case, or
// one has all words of the other.
[[nodiscard]] bool SharesTopic(std::string_view phrase, std::string_view title);

struct SentenceContext {
  std::string_view title;  // The document's topic, with small letters.
  const SmallWords* small_words = nullptr;
  // The document's whole text: names of persons recur in it.
  std::string_view text;
};

// The maker of the questions of one sentence.
class Asker {
 public:
  Asker(const SentenceContext& context, const Candidate& prototype,
        Candidates& candidates)
      : context_(context), prototype_(prototype), candidates_(candidates) {}

  // A question that holds a pronoun, or a name for something that was told
  // before, is not asked.
  void Add(QuestionTemplate made_by, std::string question, std::string key);

  [[nodiscard]] std::size_t added() const { return added_; }
  [[nodiscard]] bool has_pronoun() const { return has_pronoun_; }
  [[nodiscard]] const SentenceContext& context() const { return context_; }

 private:
  // "the thermostat" is that of the page; "How is chest pain treated?" says
  // all that it has to say.
  [[nodiscard]] bool NeedsTitle(QuestionTemplate made_by,
                                const EnglishWords& words) const;

  const SentenceContext& context_;
  const Candidate& prototype_;
  Candidates& candidates_;
  std::size_t added_ = 0;
  bool has_pronoun_ = false;
};

// The text of the clause's rest from its word number `from` on.
[[nodiscard]] std::string Rest(const Clause& clause, std::size_t from);

// Whether a subject such as "the disease" or "a person" says nothing without
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

// Appends the questions that templates make of the sentence, at most three, or
// counts why there is none.
//   sentence  as PlainSentence gives it
//   prototype section and source of the questions
void AskOfSentence(std::string_view sentence, const SentenceContext& context,
                   const Candidate& prototype, Candidates& candidates);

}  // namespace answerbox::client
