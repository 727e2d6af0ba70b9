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

#include <cstdint>
#include <span>

#include "engine/answer/confidence/passage_features.h"
#include "engine/answer/model/answer_model.h"
#include "engine/answer/units/unit_features.h"
#include "engine/numeric/fixed_point.h"

namespace answerbox::engine {

//   features  of the best sentence: [kAnswerFeatures] (answer_features.h)
[[nodiscard]] Q16 SentenceConfidence(
    const AnswerModel& model, std::span<const std::int16_t> features) noexcept;

// 0 for a unit that is about something else than the question.
//   best_sentence  SentenceConfidence() of the sentence ranker's best sentence
[[nodiscard]] Q16 FormConfidence(UnitRow unit, Q16 best_sentence) noexcept;

[[nodiscard]] Q16 PassageConfidence(const PassageFeatureRow& passage) noexcept;

}  // namespace answerbox::engine
