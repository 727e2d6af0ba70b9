// Labels of list items and numbered sections: "-", "•", "1.", "2.3", "(a)".
#pragma once

#include <cstddef>
#include <string_view>

namespace answerbox::engine {

// The length in bytes of the bullet character ("•") that `text` begins with,
// else 0. Dashes and stars are not counted: they are bullets only in some
// places.
[[nodiscard]] std::size_t BulletLength(std::string_view text) noexcept;

// Whether the line begins with a list label.
[[nodiscard]] bool BeginsListItem(std::string_view line) noexcept;

// Whether a sentence's first word, without its full stop, is the label of a
// list item: up to three digits ("12"), with points ("2.3"), a single letter,
// or a small Roman number.
[[nodiscard]] bool IsListLabel(std::string_view word) noexcept;

}  // namespace answerbox::engine
