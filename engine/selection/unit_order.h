// The order in which chosen units are given to a reader or to a language model
// (Wang et al., section 3.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/numeric/arena.h"
#include "engine/selection/selection.h"

namespace answerbox::engine {

// Alternating: the m best go first, the next n last, the next m after the first
// ones, and so on inwards. 1:0 is the order by score.
struct UnitOrder {
  bool is_by_place = true;  // In the order of documents and their text.
  std::uint32_t first = 1;  // m, at least 1 if not by place; at most 1000.
  std::uint32_t last = 0;   // n, at most 1000.
};

// The chosen units, best first, in an order. `chosen` has indices of units that
// ascend in the order of documents. Throws std::bad_alloc past the arena.
[[nodiscard]] std::span<const ChosenUnit> Ordered(
    std::span<const ChosenUnit> chosen, const UnitOrder& order, Arena& arena);

}  // namespace answerbox::engine
