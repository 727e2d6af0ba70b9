// What a section's headings add to its score, in BM25's scale.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/answer/units/section_evidence.h"

namespace answerbox::engine {

// In 1/256. A title counts only if the question has all its words. Titles that
// share only some words with the question often stand above other subjects.
// The values were chosen with a prototype, on the medical questions, the COVID
// questions and the clinical guidelines.
[[nodiscard]] constexpr std::int32_t SectionBonusQ8(
    const SectionEvidence& section) noexcept {
  constexpr std::int32_t kWholeTitle = 8 * 256;
  constexpr std::int32_t kRareTitle = 6 * 256;  // Sum of idf.
  constexpr std::int32_t kKind = 6 * 256;
  constexpr std::int32_t kOtherKind = kKind / 4;
  const std::int32_t title =
      kWholeTitle * std::min(section.whole_title, kRareTitle) / kRareTitle;
  return title +
         (section.kind >= 0 ? kKind : kOtherKind) * section.kind / kWhole;
}

}  // namespace answerbox::engine
