// Opposites of words. A text that holds the opposite of a question's word
// seldom answers the question.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace answerbox::engine {

inline constexpr std::size_t kMaxOpposites = 6;

// The terms that mean the opposite of `term`: from a list, or by removing a
// prefix ("unpopular"). Fills `out` from the front and returns how many. Views
// into the list or into `term`. Not every result is an English word.
[[nodiscard]] std::size_t FindOpposites(
    std::string_view term,
    std::span<std::string_view, kMaxOpposites> out) noexcept;

}  // namespace answerbox::engine
