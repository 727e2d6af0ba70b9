// Recognises written signs of structure in text: captions, numbered headings,
// ends of sentences, page numbers and lines of contents.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client::layout {

// "Table 2.1:", "Figure A. ", with more text after it.
[[nodiscard]] bool IsCaption(std::string_view text);
// "Table 2.1:" with no text after it.
[[nodiscard]] bool IsCaptionLabel(std::string_view text);
// A caption with punctuation between its number and its text: "Box 3. Safety".
[[nodiscard]] bool IsPunctuatedCaption(std::string_view text);

// "Source:", "Notes", "NB:", "(*)": a line below a table.
[[nodiscard]] bool IsTableNote(std::string_view text);

// Returns the depth of a section number, 3 for "2.1.4", and 0 for text without
// one. A single number counts only if a full stop follows it.
[[nodiscard]] int SectionNumberDepth(std::string_view text);
// Whether the whole text is a section's number: "2.1", "Annex 3".
[[nodiscard]] bool IsSectionNumber(std::string_view text);
// "Annex", "Chapter", "Section" and the like as the first word.
[[nodiscard]] bool StartsWithSectionWord(std::string_view text);

// A web address with nothing else.
[[nodiscard]] bool IsWebAddress(std::string_view text);

// Whether the text ends as a sentence, a lead-in or a clause of a list does,
// ignoring quotes, brackets and reference marks.
[[nodiscard]] bool EndsSentence(std::string_view text);
// Whether it ends in one of `.!?:`, ignoring quotes, brackets, reference marks.
[[nodiscard]] bool EndsWithStop(std::string_view text);
// Whether it ends in one of `.!?;,`, ignoring quotes and round brackets.
[[nodiscard]] bool EndsWithPunctuation(std::string_view text);

// Whether the text stops within a sentence: it ends in a comma, bracket, hyphen
// or a word such as "of".
[[nodiscard]] bool EndsOpen(std::string_view text);

// Dots or lines that lead from a title to its page.
[[nodiscard]] bool HasLeader(std::string_view text);
[[nodiscard]] std::string WithoutLeader(std::string_view text);
// Returns the page number at the end of a line of contents, "12" or "xii", or
// else nothing.
[[nodiscard]] std::string_view TrailingPageNumber(std::string_view text);
// "Contents", "List of tables" and the like as the whole text.
[[nodiscard]] bool IsContentsTitle(std::string_view text);

// A page number with nothing else: "12", "Page iv", "3 of 10".
[[nodiscard]] bool IsPageNumber(std::string_view text);
// Returns the text in lower case, with the page number at either end replaced
// by '#': equal for the same running line on two pages. Numbers within the text
// stay: "Table 1" and "Table 2" are different lines only when text follows.
[[nodiscard]] std::string RunningKey(std::string_view text);

}  // namespace answerbox::client::layout
