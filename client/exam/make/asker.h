// Collects the questions that templates make of one sentence.
#pragma once

#include <cstddef>
#include <string>
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

}  // namespace answerbox::client
