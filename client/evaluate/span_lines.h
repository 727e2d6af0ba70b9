// What the search for a short answer sees in a sentence that holds one, as
// lines of text, for training. docs/evaluation.md, "Spans".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/evaluate/observed_sentences.h"
#include "engine/answer/evidence/lexicon.h"
#include "engine/ask/ask.h"

namespace answerbox::client {

// In order.
[[nodiscard]] std::vector<std::string_view> SpanFeatureNames();

// The line of column names that a file of spans begins with.
[[nodiscard]] std::string SpanHeader();

// Of the observed sentences that hold a gold answer the one that covers most of
// the question, whatever the ranker makes of it; empty without one.
[[nodiscard]] std::string_view AnsweringSentence(
    const ObservedSentences& observed);

// A line of each candidate for a short answer, each ended by a line feed.
// Spends the workspace: what was asked last is gone.
//   prefix  the columns before `overlap`
//   gold    answers that people marked
[[nodiscard]] std::string SpanLines(std::string_view question,
                                    std::string_view sentence,
                                    std::string_view prefix,
                                    std::span<const std::string> gold,
                                    const engine::Lexicon& lexicon,
                                    engine::Workspace& workspace);

}  // namespace answerbox::client
