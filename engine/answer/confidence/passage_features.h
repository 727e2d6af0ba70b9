// What speaks for a passage as a whole. The confidence in its best sentence was
// made for sentences of passages that are about the question. Among the
// passages that a system finds, many are about something else; how much of the
// question a passage holds, and what it lacks, tells these apart. All is
// computed with integers from the passage alone and the weights that words have
// in the collection.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// Shares and log-odds are in 1/1024 (Q10). The weight of a term is its inverse
// document frequency in the collection (bm25.h). Headings above the passage
// count as part of it.
#define ANSWERBOX_PASSAGE_FEATURES(X)                                 \
  X(Confidence, "log-odds of the confidence in the best sentence")    \
  X(RankerScore, "log-odds that the ranker gives it")                 \
  X(Alike,                                                            \
    "share of the question's weight that the passage holds, where a " \
    "close word counts by its similarity")                            \
  X(Pairs, "share of the question's pairs of terms that a sentence holds")

enum class PassageFeature : std::uint8_t {
#define X(name, definition) k##name,
  ANSWERBOX_PASSAGE_FEATURES(X)
#undef X
      kCount
};

// 1 in each feature: Q10.
inline constexpr std::int32_t kPassageWhole = 1024;
inline constexpr std::size_t kPassageFeatures =
    static_cast<std::size_t>(PassageFeature::kCount);

// By PassageFeature.
using PassageFeatureRow = std::array<std::int32_t, kPassageFeatures>;

// E.g. "Pairs".
[[nodiscard]] std::string_view ToString(PassageFeature feature) noexcept;

// The best sentence of a passage, as it was judged.
struct JudgedSentence {
  std::int32_t confidence_q16 = 0;
  std::int32_t score_q8 = 0;  // The ranker's log-odds.
};

//   evidence  of the passage alone
[[nodiscard]] PassageFeatureRow ReadPassageFeatures(
    const QuestionTerms& terms, const TermLookup& lookup,
    const CandidateEvidence& evidence, const JudgedSentence& best) noexcept;

}  // namespace answerbox::engine
