// How the chunks are found whose sentences are chosen from: the steps of a
// retrieval, each after the other.
#pragma once

#include <optional>
#include <string_view>

#include "engine/language_model/word_probability.h"

namespace answerbox::engine {

struct RetrievalSteps {
  // First by dense vectors (dense_vectors.h). Otherwise as for an answer: by
  // BM25, of the first chunks with word pairs.
  bool is_dense = false;
  // Then by BM25, with the terms of the first chunks (feedback.h).
  bool has_feedback = false;
  // Then the first chunks by query likelihood (query_likelihood.h).
  std::optional<Smoothing> likelihood = {};
};

// The steps by their names, with "+" between them: "bm25" or "dense", perhaps
// "feedback", perhaps "likelihood" or "jelinek-mercer". "bm25" can be left out
// before another one. Nothing for any other text.
[[nodiscard]] std::optional<RetrievalSteps> ParseRetrievalSteps(
    std::string_view text) noexcept;

// What is wrong with another text: a sentence from its verb on.
inline constexpr std::string_view kRetrievalStepsWanted =
    "must be \"bm25\" or \"dense\", \"feedback\", and \"likelihood\" or "
    "\"jelinek-mercer\", in this order: one of them, or several with \"+\" "
    "between them, such as \"dense+likelihood\".";

}  // namespace answerbox::engine
