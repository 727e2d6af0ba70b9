#include "engine/exam/exam_measures.h"

#include <algorithm>
#include <cstddef>

namespace answerbox::engine {

double Cover(std::span<const CoverCase> cases, std::uint8_t tau) noexcept {
  double all = 0.0;
  double covered = 0.0;
  for (const CoverCase& one : cases) {
    all += one.weight;
    if (one.grade >= tau) covered += one.weight;
  }
  return all > 0.0 ? covered / all : 0.0;
}

std::uint8_t BestGrade(std::span<const std::uint8_t> grades,
                       std::size_t count) noexcept {
  std::uint8_t best = 0;
  for (const std::uint8_t grade :
       grades.first(std::min(count, grades.size()))) {
    best = std::max(best, grade);
  }
  return best;
}

}  // namespace answerbox::engine
