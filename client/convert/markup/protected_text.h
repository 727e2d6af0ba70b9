// Protected characters: a character that is no markup stands in a prepared text
// as one of a plane for private use, so that no reader of markup sees it.
// U+F0000 plus an ASCII character is that character; U+F0080 plus one was
// escaped by a backslash. No text of a document contains these.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace answerbox::client {

// Enclose the label at the beginning of a prepared note.
inline constexpr std::string_view kNoteBegin = "\xF3\xB0\x84\x80";
inline constexpr std::string_view kNoteEnd = "\xF3\xB0\x84\x81";
inline constexpr std::size_t kLongestLabel = 64;  // In bytes.

// Enclose struck words if their format marks them, as `<del>` does.
inline constexpr std::string_view kStruckBegin = "\xF3\xB0\x84\x82";
inline constexpr std::string_view kStruckEnd = "\xF3\xB0\x84\x83";

// Protects each character of `plain` that may be markup.
[[nodiscard]] std::string Protected(std::string_view plain);

// Appends a line, and protects its escaped characters that cmark does not know
// as markup: it would keep no trace of a backslash before them.
void AppendEscaped(std::string_view line, std::string& out);

// Returns code or HTML as its source had it, without protection.
[[nodiscard]] std::string AsWritten(std::string_view prepared);

// The same without the backslashes of escaped characters.
[[nodiscard]] std::string Unprotected(std::string_view prepared);

// Protects the words of a code span, in which no character is markup. An
// escaped bar is kept distinct, as it means a bar only in tables.
[[nodiscard]] std::string ProtectedCode(std::string_view prepared);
[[nodiscard]] std::string ProtectedText(std::string_view prepared);

}  // namespace answerbox::client
