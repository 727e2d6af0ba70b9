// What the ranker saw of a question, as lines of text, for training.
// docs/evaluation.md, "Features".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/evaluate/observed_sentences.h"

namespace answerbox::client {

// In order; those of the best sentence are the sentence's and then these.
[[nodiscard]] std::vector<std::string_view> SentenceFeatureNames();
[[nodiscard]] std::vector<std::string_view> AnswerFeatureNames();

// The line of column names that a file of features begins with.
[[nodiscard]] std::string FeatureHeader();

// A line of each candidate and one of the best, each ended by a line feed.
//   prefix  the columns between the kind of line and `holds`
[[nodiscard]] std::string FeatureLines(const ObservedSentences& observed,
                                       std::string_view prefix);

}  // namespace answerbox::client
