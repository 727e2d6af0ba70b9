// The steps of a retrieval, one after the other. They find the chunks from
// which sentences are chosen.
#pragma once

#include <optional>
#include <string_view>

#include "engine/language_model/word_probability.h"

namespace answerbox::engine {

struct RetrievalSteps {
  // Begins with dense vectors (dense_vectors.h). Otherwise retrieves as for an
  // answer: by BM25, with word pairs for the first chunks.
  bool is_dense = false;
  // Then retrieves by BM25 with the terms of the first chunks (feedback.h).
  bool has_feedback = false;
  // Then reorders the first chunks by query likelihood (query_likelihood.h).
  std::optional<Smoothing> likelihood = {};
};

// Parses the names of the steps with "+" between them: "bm25" or "dense", then
// optionally "feedback", then optionally "likelihood" or "jelinek-mercer".
// "bm25" may be omitted before another step. Returns nothing for any other
// text.
[[nodiscard]] std::optional<RetrievalSteps> ParseRetrievalSteps(
    std::string_view text) noexcept;

// The end of an error message about any other text, from its verb on.
inline constexpr std::string_view kRetrievalStepsWanted =
    "must be \"bm25\" or \"dense\", \"feedback\", and \"likelihood\" or "
    "\"jelinek-mercer\", in this order: one of them, or several with \"+\" "
    "between them, such as \"dense+likelihood\".";

}  // namespace answerbox::engine
