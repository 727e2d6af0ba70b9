// Converts the documents of word processors and spreadsheets that are XML in a
// zip archive: Word, OpenDocument, Excel, EPUB. README.md here describes how
// each is read, and why pandoc is not used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/convert/document/converted_document.h"

namespace answerbox::client::package {

// For each of these: `fd` is a regular file open for reading, at any position,
// of `size` bytes. Errors: those of Archive, XmlTree and PageHtml::Take.

// Word 2007 and later, also "Strict Open XML".
[[nodiscard]] Conversion<ConvertedDocument> ConvertWord(int fd,
                                                        std::uint64_t size);

// OpenDocument text.
[[nodiscard]] Conversion<ConvertedDocument> ConvertOpenDocument(
    int fd, std::uint64_t size);

// An e-book (EPUB 2 or 3): the pages of its spine, linear or not, in order, as
// web pages with the style sheets of the book.
[[nodiscard]] Conversion<ConvertedDocument> ConvertBook(int fd,
                                                        std::uint64_t size);

// A workbook of Excel 2007 or later: each sheet is a table under its name.
[[nodiscard]] Conversion<ConvertedDocument> ConvertExcel(int fd,
                                                         std::uint64_t size);

// A spreadsheet of OpenDocument: each sheet is a table under its name.
[[nodiscard]] Conversion<ConvertedDocument> ConvertOpenSpreadsheet(
    int fd, std::uint64_t size);

// The words that packages show, listed by a second way of reading for the
// account of their words (document/word_account.h): a plain pass over the XML
// of their parts, which knows text elements, but no styles, tables or lists. It
// also sees parts that no reader reaches. Hidden, struck and deleted words and
// comments are listed, too: the readers note them in ReadingNotes.

// Twice the longest text of a document. Further words are not compared.
inline constexpr std::size_t kMaxShownBytes = 2 * engine::kMaxDocumentBytes;

// Lists the words of a Word, OpenDocument or Excel file. Parts are recognised
// by their first element, so their names and relations do not matter. Each line
// of headers and footers counts once, as they repeat on many pages.
// Alternatives for old programs, placeholders and text that is shown nowhere
// (instructions of fields, descriptions of pictures) are left out, and so are
// numbers in cells that a format may show differently.
//   fd  as for the readers; no words are listed if it is unreadable
[[nodiscard]] std::vector<ShownPart> ListOfficeWords(int fd,
                                                     std::uint64_t size);

// Lists the words of an e-book (EPUB 2 and 3), of all pages that its spine
// names.
[[nodiscard]] std::vector<ShownPart> ListBookWords(int fd, std::uint64_t size);

}  // namespace answerbox::client::package
