// Whether a question wants several facts joined, which no single place of a
// document may hold.
#pragma once

#include <string_view>

namespace answerbox::daemon {

// True for a comparison ("compare", "difference between", "versus"), for two
// questions in one ("when and how", "what ... and who ..."), and for two
// question marks. Of English; any text may be given. Linear in its length.
[[nodiscard]] bool WantsSeveralFacts(std::string_view question) noexcept;

}  // namespace answerbox::daemon
