// What the ranker saw of a question, as lines of text. README.md, "Features".
#pragma once

#include <string>
#include <string_view>

#include "lab/evaluate/run/observed_sentences.h"

namespace answerbox::lab {

// The line of column names that a file of features begins with.
[[nodiscard]] std::string FeatureHeader();

// A line for each candidate and one for the best, each ended by a line feed.
//   prefix  the columns between the kind of line and `holds`
[[nodiscard]] std::string FeatureLines(const ObservedSentences& observed,
                                       std::string_view prefix);

}  // namespace answerbox::lab
