// Converts the documents of word processors and spreadsheets that are XML in a
// zip archive: Word, OpenDocument, Excel, EPUB. README.md here describes how
// each is read, and why pandoc is not used.
#pragma once

#include <cstdint>

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

}  // namespace answerbox::client::package
