// Labels of list items and numbered sections: "-", "•", "1.", "2.3", "(a)".
#pragma once

#include <cstddef>
#include <string_view>

namespace answerbox::engine {

// Bytes of a bullet character that is one wherever it stands ("•"), else 0.
[[nodiscard]] std::size_t BulletLength(std::string_view text) noexcept;

// Whether a line that begins like this begins a list item.
[[nodiscard]] bool BeginsListItem(std::string_view line) noexcept;

// Whether a sentence's first word, without its full stop, is the label of a
// list item: up to three digits ("12"), with points ("2.3"), a single letter,
// or a small Roman number.
[[nodiscard]] bool IsListLabel(std::string_view word) noexcept;

}  // namespace answerbox::engine
