// The grade of a passage for a question: 0, it says nothing about the question,
// to 5, it answers it. docs/lab/exam-grading.md says how the thresholds were
// fitted, and what share of the passages of a grade answers.
#pragma once

#include <array>
#include <cstdint>

namespace answerbox::engine {

inline constexpr std::uint8_t kMaxGrade = 5;
// EXAM-Cover counts a question as answered from this grade on, unless the
// caller says otherwise.
inline constexpr std::uint8_t kDefaultTau = 4;

// The least probability of each grade from 1 on. Ascending.
inline constexpr std::array<double, kMaxGrade> kGradeThresholds = {
    0.03, 0.06, 0.13, 0.31, 0.54};

// The number of thresholds that the probability reaches. 0 if it is not a
// number.
[[nodiscard]] std::uint8_t GradeOf(double probability) noexcept;

}  // namespace answerbox::engine
