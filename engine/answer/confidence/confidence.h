// How sure an answer is. There are three confidences. Each is the probability
// of something else, with weights of its own, so one is not compared with
// another.
//
// SentenceConfidence: that the best sentence answers the question. It is what
// the answer model's judge says, calibrated by lab/training/calibration.py;
// both are in answer_model.bin. It is compared with theta where an answer is a
// sentence.
//
// FormConfidence: that a list, row, passage or section answers it. Its weights,
// by lab/training/unit_judge.py, are in units/unit_weights.cc, its trees in
// units/unit_trees.bin. It is compared with theta where the form is chosen.
//
// PassageConfidence: that a passage of an exam answers it, whatever else was
// found. Its weights, by lab/training/exam_grades.py, are in confidence.cc.
// Grades are thresholds of it (engine/exam/examine.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/model/answer_model.h"
#include "engine/answer/units/unit_features.h"
#include "engine/numeric/fixed_point.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// What speaks for a passage as a whole. The confidence in its best sentence was
// made for sentences of passages that are about the question. Among the
// passages that a system finds, many are about something else; how much of the
// question a passage holds, and what it lacks, tells these apart. All is
// computed with integers from the passage alone and the weights that words have
// in the collection.

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

//   features  of the best sentence: [kAnswerFeatures] (answer_features.h)
[[nodiscard]] Q16 SentenceConfidence(
    const AnswerModel& model, std::span<const std::int16_t> features) noexcept;

// 0 for a unit that is about something else than the question.
//   best_sentence  SentenceConfidence() of the sentence ranker's best sentence
[[nodiscard]] Q16 FormConfidence(UnitRow unit, Q16 best_sentence) noexcept;

[[nodiscard]] Q16 PassageConfidence(const PassageFeatureRow& passage) noexcept;

}  // namespace answerbox::engine
