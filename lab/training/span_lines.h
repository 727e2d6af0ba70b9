// What the search for a short answer sees in a sentence that holds one, as
// lines of text. README.md, "Spans".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/answer/evidence/lexicon.h"
#include "engine/ask/ask.h"
#include "lab/evaluate/run/observed_sentences.h"

namespace answerbox::lab {

// The line of column names that a file of spans begins with.
[[nodiscard]] std::string SpanHeader();

// Among the observed sentences that hold a gold answer, the one that covers
// most of the question, however the ranker scores it. Empty when none holds
// one.
[[nodiscard]] std::string_view AnsweringSentence(
    const ObservedSentences& observed);

// A line for each candidate for a short answer, each ended by a line feed.
// Overwrites the workspace.
//   prefix  the columns before `overlap`
//   gold    answers that people marked
[[nodiscard]] std::string SpanLines(std::string_view question,
                                    std::string_view sentence,
                                    std::string_view prefix,
                                    std::span<const std::string> gold,
                                    const engine::Lexicon& lexicon,
                                    engine::Workspace& workspace);

}  // namespace answerbox::lab
