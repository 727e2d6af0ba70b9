#include "engine/exam/answer_grade.h"

namespace answerbox::engine {

std::uint8_t GradeOf(double probability) noexcept {
  std::uint8_t grade = 0;
  for (const double threshold : kGradeThresholds) {
    if (probability >= threshold) ++grade;
  }
  return grade;
}

}  // namespace answerbox::engine
