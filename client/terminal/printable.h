// Makes text from documents and file names safe to show: nothing in it can move
// the cursor, change colours or reverse the reading direction. Tells how many
// columns text takes: combining marks take none, wide characters two, and a
// character that is not printable as many as it has bytes, as blanks replace
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::client {

// Whether a character can be sent to a terminal as it is: it is no control
// character, ends no line, and does not turn the direction of text.
[[nodiscard]] bool IsPrintable(std::int32_t character) noexcept;

// Whether it is printable and also shows something, as no character of a name
// should hide. Joiners and variation selectors pass, as scripts and emoji need
// them.
[[nodiscard]] bool IsVisible(std::int32_t character) noexcept;

// Writes every byte that is not UTF-8, and each byte of a character that is not
// visible, as a `\x1b` or `\n` escape. Keeps the rest. For names and messages,
// as nothing is lost.
[[nodiscard]] std::string Escaped(std::string_view text);

// Replaces each byte of characters that are not printable with a space, so that
// offsets into the text stay right. For text in paragraphs.
[[nodiscard]] std::string BlankedOut(std::string_view text);

[[nodiscard]] std::size_t DisplayWidth(std::string_view text);

// Returns the number of bytes in the longest prefix of whole characters at most
// `columns` wide.
[[nodiscard]] std::size_t FitsInto(std::string_view text, std::size_t columns);

// Returns `text`, or its beginning and an ellipsis, at most `columns` wide.
[[nodiscard]] std::string Shortened(std::string_view text, std::size_t columns);

}  // namespace answerbox::client
