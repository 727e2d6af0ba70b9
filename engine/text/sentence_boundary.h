// What stands at the ends and beginnings of sentences: punctuation that ends
// one, signs that may come before its first word, and labels of list items and
// numbered sections ("-", "•", "1.", "2.3", "(a)").
#pragma once

#include <cstddef>
#include <string_view>

namespace answerbox::engine {

// Whether punctuation ends a sentence before a gap of white space. `sentence`
// holds the words before the gap, from the beginning of the
// sentence; `rest` begins with the word after the gap. Neither is empty, nor
// begins or ends with white space. Reads the last words of `sentence` and the
// first words of `rest` only.
[[nodiscard]] bool EndsSentence(std::string_view sentence,
                                std::string_view rest) noexcept;

// Whether `text` can be the beginning of a sentence. It begins with a character
// that is not white space. A sentence can begin with a capital, a digit, a
// currency sign or a bullet. Opening quotes, brackets and emphasis marks may
// stand before it, or a dash that begins a list item.
[[nodiscard]] bool CanBeginSentence(std::string_view text) noexcept;

// `text` without the opening quotes, brackets and emphasis marks before its
// first word; at most four are dropped.
[[nodiscard]] std::string_view DropOpeners(std::string_view text) noexcept;

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
