// Finds the parent of each heading of a document: the nearest heading before it
// with a lower level number.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/index/format/segment_layout.h"
#include "engine/text/document_text.h"

namespace answerbox::engine {

class HeadingOutline {
 public:
  // The row of the document's next heading.
  [[nodiscard]] HeadingRow Place(const HeadingMark& heading) noexcept {
    ++placed_;
    const auto level = open_.begin() + heading.level;
    const std::uint32_t parent = *std::max_element(open_.begin(), level);
    *level = placed_;
    // Deeper headings end where this one begins.
    std::fill(level + 1, open_.end(), 0u);
    return {heading, parent == 0 ? 0 : placed_ - parent};
  }

  // Begins another document.
  void Clear() noexcept { *this = HeadingOutline(); }

 private:
  // By level: the number, from 1, of the last heading whose section is still
  // open; 0: none. No heading has level 0.
  std::array<std::uint32_t, 7> open_{};
  std::uint32_t placed_ = 0;
};

}  // namespace answerbox::engine
