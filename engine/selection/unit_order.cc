#include "engine/selection/unit_order.h"

#include <algorithm>

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {

std::span<const ChosenUnit> Ordered(std::span<const ChosenUnit> chosen,
                                    const UnitOrder& order, Arena& arena) {
  const auto ordered = MakeSpan<ChosenUnit>(arena, chosen.size());
  if (order.is_by_place) {
    std::ranges::copy(chosen, ordered.begin());
    std::ranges::sort(ordered, {}, &ChosenUnit::unit);
    return ordered;
  }
  std::size_t front = 0;
  std::size_t back = ordered.size();
  std::size_t next = 0;
  while (next < chosen.size()) {
    for (std::uint32_t i = 0; i < std::max(order.first, 1u); ++i) {
      if (next < chosen.size()) ordered[front++] = chosen[next++];
    }
    for (std::uint32_t i = 0; i < order.last; ++i) {
      if (next < chosen.size()) ordered[--back] = chosen[next++];
    }
  }
  return ordered;
}

}  // namespace answerbox::engine
