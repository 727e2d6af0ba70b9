// Which marked lines are items of lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "client/convert/layout/lines.h"

namespace answerbox::client::layout {

// Whether line `i`, which has a mark, is an item. A bullet tells; a number
// needs a neighbour in order, or a hanging indent.
//   lines        of one column, from top to bottom
//   last_places  MarkPlaces of the last item before this column
[[nodiscard]] bool IsListItem(std::span<const Line> lines, std::size_t i,
                              std::span<const std::int32_t> last_places);

}  // namespace answerbox::client::layout
