// Where the blank stripe between two columns of text is.
#pragma once

#include <cstddef>
#include <optional>

#include "client/convert/layout/rows.h"

namespace answerbox::client::layout {

// Fewer lines side by side are no columns.
inline constexpr std::size_t kFewestLines = 4;

// The place that most gaps between long neighbours share; nullopt when fewer
// than kFewestLines do. n log n.
[[nodiscard]] std::optional<Length> FindGutter(const LineRefs& lines);

}  // namespace answerbox::client::layout
