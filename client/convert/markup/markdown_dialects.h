// What CommonMark does not have, and GitHub, kramdown, Obsidian, Pandoc and
// Hugo write: notes, marks, attributes, comments, formulas. A source is
// prepared before cmark parses it, and the words of its paragraphs are finished
// after. Between the two, signs that mean nothing but themselves are protected:
// they are characters of a plane for private use, so that nobody takes them for
// marks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/document/reading_notes.h"

namespace answerbox::client {

struct PreparedMarkdown {
  std::string text = {};
  std::set<std::string, std::less<>> notes = {};  // Labels of notes.
};

// Leaves out comments of Obsidian and kramdown, makes each footnote a paragraph
// of its own, and protects what a backslash escapes. Fenced code stays as it
// is.
[[nodiscard]] PreparedMarkdown PrepareMarkdown(std::string_view source);

// The source of code and HTML: what was protected, as it was written.
[[nodiscard]] std::string AsWritten(std::string_view prepared);

// Protects the words of a code span, in which no sign is a mark. An escaped bar
// is told apart, as it is a bar in tables alone.
[[nodiscard]] std::string ProtectedCode(std::string_view prepared);
[[nodiscard]] std::string ProtectedText(std::string_view prepared);

// What stands around struck words whose format says so, as `<del>` does.
inline constexpr std::string_view kStruckBegin = "\xF3\xB0\x84\x82";
inline constexpr std::string_view kStruckEnd = "\xF3\xB0\x84\x83";

// Finishes words: notes' marks, wiki links, formulas, raised and struck words,
// marks and attributes. Struck words are added to `notes`.
[[nodiscard]] std::string Finished(std::string words,
                                   const PreparedMarkdown& prepared,
                                   bool is_cell, ReadingNotes& notes);

// The label and the words of a paragraph that PrepareMarkdown made of a note.
struct MarkdownNote {
  std::string_view label = {};
  std::string_view words = {};
};
[[nodiscard]] std::optional<MarkdownNote> NoteOf(std::string_view paragraph);

// Takes "[!WARNING]", with its fold, off the first paragraph of a quote.
// Returns what stands in its place: "Warning: ", or the title that follows it
// with a line end. Nothing if the paragraph begins otherwise.
[[nodiscard]] std::optional<std::string> TakeAlert(std::string& words);

// Takes "[ ] " or "[x] " off the words of an item; returns its box, U+2610 or
// U+2611, or an empty string.
[[nodiscard]] std::string TakeCheckBox(std::string& words);

// Heading text without attributes in braces at its end: "Points {#points}".
[[nodiscard]] std::string_view WithoutAttributes(std::string_view heading);

}  // namespace answerbox::client
