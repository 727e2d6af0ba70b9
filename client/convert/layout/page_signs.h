// How page numbers, running lines and lines of contents look as text.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client::layout {

// Dots or lines that lead from a title to its page.
[[nodiscard]] bool HasLeader(std::string_view text);
[[nodiscard]] std::string WithoutLeader(std::string_view text);
// The page number at the end of a line of contents, "12" or "xii"; else empty.
[[nodiscard]] std::string_view TrailingPageNumber(std::string_view text);
// "Contents", "List of tables" and the like as the whole text.
[[nodiscard]] bool IsContentsTitle(std::string_view text);

// A page number with nothing else: "12", "Page iv", "3 of 10".
[[nodiscard]] bool IsPageNumber(std::string_view text);
// In lower case, the page number at either end replaced by '#': equal for the
// same running line on two pages. Numbers within the text stay: "Table 1" and
// "Table 2" are different lines only when text follows.
[[nodiscard]] std::string RunningKey(std::string_view text);

}  // namespace answerbox::client::layout
