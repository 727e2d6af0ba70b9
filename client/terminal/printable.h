// Makes text from documents and file names safe to show on a terminal, or in
// Markdown (MarkdownText): nothing in it can move
// the cursor, change colours or reverse the reading direction. Measures the
// columns of text: combining marks take none, wide characters two, and a
// character that is not printable one for each of its bytes, as blanks replace
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::client {

// Whether a character may be sent to a terminal unchanged: it is not a control
// character, ends no line, and does not change the direction of text.
[[nodiscard]] bool IsPrintable(std::int32_t character) noexcept;

// Whether a character is printable and also shows something, so that a name has
// no hidden characters. Joiners and variation selectors count as visible, as
// scripts and emoji need them.
[[nodiscard]] bool IsVisible(std::int32_t character) noexcept;

// Writes every byte that is not UTF-8, and each byte of a character that is not
// visible, as a `\x1b` or `\n` escape. Leaves the rest unchanged. For names and
// messages, as no information is lost.
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

// Returns a text of one line so that Markdown displays it unchanged: characters
// that would be markup are escaped.
[[nodiscard]] std::string MarkdownText(std::string_view line);

}  // namespace answerbox::client
