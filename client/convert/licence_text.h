// The licence of a document with pages, which often has no heading that says
// so: the page after the title, or a paragraph on the last page.
#pragma once

#include "client/convert/converted_document.h"

namespace answerbox::client {

// On the first eight and the last four pages, puts into a kLicence of their own
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
