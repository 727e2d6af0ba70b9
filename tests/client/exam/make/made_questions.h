// Questions of one sentence, for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/exam/make/sentence_questions.h"

namespace answerbox::client {

// The candidates of a sentence in a document about "the clinic".
inline Candidates CandidatesOf(std::string_view sentence,
                               std::string_view title = "clinic") {
  SmallWords small_words;
  small_words.Learn("the vaccines stay in a fridge of the clinic, asthma");
  const std::string text = std::string(sentence) + " " + std::string(sentence);
  const SentenceContext context{title, &small_words, text};
  Candidates candidates;
  AskOfSentence(PlainSentence(sentence), context, Candidate(), candidates);
  return candidates;
}

inline std::vector<std::string> QuestionsOf(std::string_view sentence,
                                            std::string_view title = "clinic") {
  std::vector<std::string> questions;
  for (const Candidate& made : CandidatesOf(sentence, title).questions) {
    questions.push_back(made.question);
  }
  return questions;
}

using Questions = std::vector<std::string>;

}  // namespace answerbox::client
