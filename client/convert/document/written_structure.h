// Finds structure by a document's words where its format has none: lists by
// their marks and lead-ins, sections by their headings, licences by their
// phrases. `blocks` are always those of `text`, in order.
#pragma once

#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "engine/text/text_block.h"

namespace answerbox::client {

// Whether a paragraph before a list ("You need:") introduces it: it is short,
// and ends with a colon, says "following" or "as follows" in its last sentence,
// or is at most twelve words that end no sentence.
[[nodiscard]] bool IsLeadIn(std::string_view paragraph);

// Makes a list of two or more consecutive paragraphs that stand outside of all
// blocks and begin with a check box or bullet (one of U+2022, U+25A1, U+25AA,
// U+25CF, U+2610 to U+2612) and a space; these become the item's marker. A
// paragraph before them that introduces the list joins it. Keeps to
// kMaxTextBlocks.
void MakeMarkedLists(std::string_view text,
                     std::vector<engine::TextBlock>& blocks);

// Does the same for marks that people type: more bullets and dashes; numbers
// from 1 on, "a)" or "(i)", in sequence. Items may also be lines of one
// paragraph. For formats in which the author decides where lines end.
void MakeTypedLists(std::string_view text,
                    std::vector<engine::TextBlock>& blocks);

// Lowers headings that stand on the level of the headings they belong to: "Dos"
// and "Don'ts" after each of "Snake bites" and "Burns". If a heading has no
// text before the next one of its level, the headings after it whose names
// recur, or that are such a pair, get the next level, and so does what is below
// them. Sets the levels of `marks` alike.
void LowerParts(std::string_view text, std::vector<engine::TextBlock>& blocks,
                std::vector<engine::HeadingMark>& marks);

// Finds sections that say nothing of a document's subject: references, the
// index, the licence, the contents. Puts everything between such a heading and
// the next one of the same or a lower level number (after references and an
// index: the next one) into a block of its own: kReferences, kIndex, kLicence
// or kContents. Contents and references end earlier if the blocks stop looking
// like them (section_ends.h). The heading stays before the block. Lists or
// paragraphs that name most headings are contents even without such a heading.
// Only headings outside of all blocks count, and only where kMaxTextBlockDepth
// leaves room.
void EncloseSections(std::string_view text,
                     std::vector<engine::TextBlock>& blocks);

// Finds the licence of a document with pages, which often has no heading: it is
// the page after the title, or a paragraph on the last page. On the first eight
// and the last four pages, puts into a kLicence block
//   - the blocks of a page on which three different phrases of licences stand
//     ("all rights reserved", "ISBN", ...), if three fifths of its text are
//     blocks that speak of such matters;
//   - elsewhere a paragraph, caption or footnote with two such phrases, and at
//     least one in 400 bytes.
// A heading in it becomes a paragraph, so that the text after it is not below
// it. Preconditions: Finish() accepts the document, and its blocks nest less
// than kMaxTextBlockDepth deep.
void EncloseLicences(ConvertedDocument& document);

}  // namespace answerbox::client
