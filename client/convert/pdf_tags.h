// Corrects what was read of a PDF by its layout where the PDF's tags are sound.
#pragma once

#include "client/convert/layout/layout_document.h"

namespace answerbox::client {

// `fd` is open on a PDF that poppler has read. Runs pdfinfo (pdf_program.h) for
// the elements and, if they are worth it (tags/use_tags.h), for their text.
// Where the tags are not, the document stays as it is, and so it does if
// pdfinfo is missing, fails, or goes past its bounds.
void UsePdfTags(int fd, LayoutDocument& document);

}  // namespace answerbox::client
