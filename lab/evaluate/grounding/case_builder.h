// Makes the cases of an answer from its context and those of others.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lab/evaluate/grounding/grounding_corpus.h"
#include "lab/evaluate/grounding/term_numbers.h"

namespace answerbox::lab {

// An answer, and contexts for it.
struct AnsweredItem {
  std::size_t document = 0;
  std::string question;
  std::string answer;
  std::vector<std::string> own;    // The context that supports it.
  std::vector<std::string> other;  // A context of another document.
  // A context with what supports the answer, and the same without it. Empty:
  // `own` and Gutted().
  std::vector<std::string> whole;
  std::vector<std::string> gutted;
  // One passage that supports it, and two of other documents. Empty: no case.
  std::vector<std::string> three;
};

// A question with its question word replaced by the answer: "Who wrote Emma?"
// and "Jane Austen" give "Jane Austen wrote Emma". An answer to a question
// without a question word is appended.
[[nodiscard]] std::string StatementOf(std::string_view question,
                                      std::string_view answer);

// The sentences of a text.
[[nodiscard]] std::vector<std::string_view> SentencesOf(std::string_view text);

// Passages without a third of their sentences, at least one: those that share
// most distinct terms with the answer, words of the question aside; of equal
// ones the first. Passages without a sentence are left out.
[[nodiscard]] std::vector<std::string> Gutted(
    const std::vector<std::string>& passages, std::string_view question,
    std::string_view answer, TermNumbers& numbers);

// Adds the item's cases to the sets, [task]. A context that is empty gives no
// case, and neither does its counterpart.
void AddCases(const AnsweredItem& item, TermNumbers& numbers,
              std::vector<GroundingSet>& sets);

}  // namespace answerbox::lab
