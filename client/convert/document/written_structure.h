// Structure that a document's words tell, where its format does not: lists by
// their marks and lead-ins, sections by their headings, licences by their
// phrases. `blocks` are always those of `text`, in order.
#pragma once

#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "engine/text/text_block.h"

namespace answerbox::client {

// Whether a paragraph that stands before a list ("You need:") leads into it: it
// is short, and ends with a colon, says "following" or "as follows" in its last
// sentence, or is at most twelve words that end no sentence.
[[nodiscard]] bool IsLeadIn(std::string_view paragraph);

// Makes a list of two or more paragraphs that follow each other, outside of all
// blocks, and begin with a check box or bullet (one of U+2022, U+25A1, U+25AA,
// U+25CF, U+2610 to U+2612) and a space, which are the item's marker. A
// paragraph before them that leads in comes into the list. kMaxTextBlocks is
// kept.
void MakeMarkedLists(std::string_view text,
                     std::vector<engine::TextBlock>& blocks);

// The same for marks that people type: further bullets and dashes; numbers from
// 1 on, "a)" or "(i)", which count on. Items may also be lines of one
// paragraph. For formats in which a line is what its author made one.
void MakeTypedLists(std::string_view text,
                    std::vector<engine::TextBlock>& blocks);

// Headings of one level, some of which hold others: "Dos" and "Don'ts" below
// each of "Snake bites", "Burns". Where a heading has no text before the next
// one of its level, those after it whose names recur, or that are such a pair,
// get the next level, and what is below them with them. Sets the levels of
// `marks` alike.
void LowerParts(std::string_view text, std::vector<engine::TextBlock>& blocks,
                std::vector<engine::HeadingMark>& marks);

// Sections that say nothing of a document's subject: references, the index, the
// licence, the contents. Puts what stands between such a heading and the next
// one of the same or a lower level number (after references and an index: the
// next one) into a block of its own: kReferences, kIndex, kLicence or
// kContents; contents and references end before, where nothing looks like them
// (section_ends.h). The heading stays before it. Lists or paragraphs that name
// most headings are contents without such a heading. Only headings that no
// block holds count, and only where kMaxTextBlockDepth leaves room.
void EncloseSections(std::string_view text,
                     std::vector<engine::TextBlock>& blocks);

// The licence of a document with pages often has no heading that says so: it is
// the page after the title, or a paragraph on the last page. On the first eight
// and the last four pages, puts into a kLicence of their own
//   - the blocks of a page on which three different phrases of licences stand
//     ("all rights reserved", "ISBN", ...), if three fifths of its text are
//     blocks that speak of such matters;
//   - elsewhere a paragraph, caption or footnote with two such phrases, and at
//     least one in 400 bytes.
// A heading in it becomes a paragraph, as it is none of the text after it.
// Preconditions: Finish() accepts the document, and its blocks nest less than
// kMaxTextBlockDepth deep.
void EncloseLicences(ConvertedDocument& document);

}  // namespace answerbox::client
