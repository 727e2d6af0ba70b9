// Handles what GitHub, kramdown, Obsidian, Pandoc, Hugo and MkDocs add:
// notes, marks, attributes, comments, formulas. A source is prepared before
// cmark parses it, and the words of its paragraphs are finished after. In
// between, characters that are no markup are protected: they become characters
// of a plane for private use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

struct PreparedMarkdown {
  std::string text = {};
  std::set<std::string, std::less<>> notes = {};  // Labels of notes.
};

// Leaves out comments of Obsidian and kramdown, makes each footnote a separate
// paragraph and each box a quote, gives headings their blank ("##Risks"), and
// protects escaped characters. Fenced code stays unchanged.
[[nodiscard]] PreparedMarkdown PrepareMarkdown(std::string_view source);

// Finishes words: notes' marks, wiki links, formulas, raised and struck words,
// marks and attributes. Struck words are added to `notes`.
[[nodiscard]] std::string Finished(std::string words,
                                   const PreparedMarkdown& prepared,
                                   bool is_cell, ReadingNotes& notes);

// The label and the words of a paragraph that PrepareMarkdown made from a note.
struct MarkdownNote {
  std::string_view label = {};
  std::string_view words = {};
};
[[nodiscard]] std::optional<MarkdownNote> NoteOf(std::string_view paragraph);

// Takes "[!WARNING]", with its fold sign, off the first paragraph of a quote.
// Returns its replacement: "Warning: ", or the title after it with a line end.
// Nothing if the paragraph begins otherwise.
[[nodiscard]] std::optional<std::string> TakeAlert(std::string& words);

// Takes "[ ] " or "[x] " off the words of an item; returns its box, U+2610 or
// U+2611, or an empty string.
[[nodiscard]] std::string TakeCheckBox(std::string& words);

// Returns heading text without the attributes in braces at its end: "Points
// {#points}".
[[nodiscard]] std::string_view WithoutAttributes(std::string_view heading);

}  // namespace answerbox::client
