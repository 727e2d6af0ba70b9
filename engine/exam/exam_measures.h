// EXAM-Cover: the share of a bank that is answered.
#pragma once

#include <cstdint>
#include <span>

#include "engine/exam/answer_grade.h"

namespace answerbox::engine {

// One question of a bank.
struct CoverCase {
  double weight = 1.0;  // Above 0.
  // The best grade among the passages that count, which are the first k.
  std::uint8_t grade = 0;
};

// The share of the questions' weight whose grade is at least `tau`; 0 without
// questions. Sums in the order of the cases.
[[nodiscard]] double Cover(std::span<const CoverCase> cases,
                           std::uint8_t tau = kDefaultTau) noexcept;

// The best of the first `count` grades; 0 without any.
[[nodiscard]] std::uint8_t BestGrade(std::span<const std::uint8_t> grades,
                                     std::size_t count) noexcept;

}  // namespace answerbox::engine
