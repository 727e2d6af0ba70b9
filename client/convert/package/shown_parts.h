// What packages show by a second way, for the account of their words
// (document/word_account.h): a plain pass over the XML of their parts, which
// knows text elements, and nothing of styles, tables or lists. A part that no
// reader reaches is seen, too. Hidden, struck and deleted words and comments
// are among those shown: the readers tell them in ReadingNotes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/convert/document/converted_document.h"

namespace answerbox::client::package {

// Twice the text that a document may have. What is past it is not compared.
inline constexpr std::size_t kMaxShownBytes = 2 * engine::kMaxDocumentBytes;

// Lists the words of a Word, OpenDocument or Excel file. Parts are told by
// their first element, so that their names and relations do not matter. Headers
// and footers say the same on many pages: each line of theirs counts once. What
// stands twice for old programs, asks to be filled in, or is shown nowhere
// (instructions of fields, descriptions of pictures) is left out, as are the
// numbers of cells that a format may show otherwise.
//   fd  as for the readers (package.h); nothing where it can't be read
[[nodiscard]] std::vector<ShownPart> ListOfficeWords(int fd,
                                                     std::uint64_t size);

// Lists the words of an e-book (EPUB 2 and 3): of the pages that its spine
// names, linear or not.
[[nodiscard]] std::vector<ShownPart> ListBookWords(int fd, std::uint64_t size);

}  // namespace answerbox::client::package
