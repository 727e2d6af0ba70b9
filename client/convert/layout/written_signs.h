// Written signs of structure: how captions, numbered headings and ends of
// sentences look as text.
#pragma once

#include <cstddef>
#include <string_view>

namespace answerbox::client::layout {

// "Table 2.1:", "Figure A. ", with more text after it.
[[nodiscard]] bool IsCaption(std::string_view text);
// "Table 2.1:" with no text after it.
[[nodiscard]] bool IsCaptionLabel(std::string_view text);
// A caption whose number is parted from its text by a sign: "Box 3. Safety".
[[nodiscard]] bool IsPunctuatedCaption(std::string_view text);

// "Source:", "Notes", "NB:", "(*)": a line below a table.
[[nodiscard]] bool IsTableNote(std::string_view text);

// Bytes of the number that a heading begins with and the gap after it, or 0:
// "2.1 ", "A. ", "IV. ", "Annex 2 ".
[[nodiscard]] std::size_t HeadingNumberLength(std::string_view text);
// The depth of a section number, 3 for "2.1.4", and 0 for text without one. A
// single number counts where a full stop follows it.
[[nodiscard]] int SectionNumberDepth(std::string_view text);
// Whether the whole text is a section's number: "2.1", "Annex 3".
[[nodiscard]] bool IsSectionNumber(std::string_view text);
// "Annex", "Chapter", "Section" and the like as the first word.
[[nodiscard]] bool StartsWithSectionWord(std::string_view text);

// A web address with nothing else.
[[nodiscard]] bool IsWebAddress(std::string_view text);

// Whether text ends as a sentence, a lead-in or a clause of a list does,
// quotes, brackets and reference marks aside.
[[nodiscard]] bool EndsSentence(std::string_view text);
// As above without the semicolon, and for one of `.!?:,;` alone.
[[nodiscard]] bool EndsWithStop(std::string_view text);
[[nodiscard]] bool EndsWithPunctuation(std::string_view text);

// Where the last word is broken off: it ends in a comma, bracket, hyphen or in
// a word such as "of".
[[nodiscard]] bool EndsOpen(std::string_view text);

}  // namespace answerbox::client::layout
