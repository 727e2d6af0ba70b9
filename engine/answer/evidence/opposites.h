// Words that say the opposite of a word: a question that has the one where the
// text has the other is seldom answered by it.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace answerbox::engine {

inline constexpr std::size_t kMaxOpposites = 6;

// Terms that mean the opposite of a term: by a list, or for being what is left
// of it without a prefix ("unpopular"). Fills `out` from the front; returns how
// many. Views into the list or into `term`; not each is an English word.
[[nodiscard]] std::size_t FindOpposites(
    std::string_view term,
    std::span<std::string_view, kMaxOpposites> out) noexcept;

}  // namespace answerbox::engine
