// HTML and Markdown as a reader sees them: the visible text, with a mark for
// every heading.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "client/convert/document/block_writer.h"
#include "client/convert/document/converted_document.h"
#include "client/convert/markup/parser_heap.h"

namespace answerbox::client {

// How a page's title is used.
enum class PageTitle : std::uint8_t {
  kReplacesHeading,  // A page without a first-level heading begins with it.
  kIgnored,  // The page has its title among its headings, as pandoc's do.
};

// Converts a page (gumbo). Errors: those of HtmlToUtf8, CheckText,
// HtmlTree::Parse and Finish.
[[nodiscard]] Conversion<ConvertedDocument> ConvertHtml(
    std::string bytes, PageTitle title = PageTitle::kReplacesHeading);

// Writes the visible text of `html`, a part of a page in UTF-8, as blocks. Uses
// the budget and the notes of the file that contains it. Errors: kTooComplex
// past the budget; nothing is written then.
[[nodiscard]] Conversion<void> WriteHtmlFragment(std::string_view html,
                                                 ParserBudget& budget,
                                                 BlockWriter& writer,
                                                 ReadingNotes& notes);

// Writes a page of an e-book, which is XML, with the style sheets of the book.
// Errors: those of HtmlToUtf8, CheckText and WriteHtmlFragment.
[[nodiscard]] Conversion<void> WriteXhtmlPage(std::string bytes,
                                              std::string_view sheets,
                                              ParserBudget& budget,
                                              BlockWriter& writer,
                                              ReadingNotes& notes);

// Converts a Markdown file: CommonMark (cmark) with pipe tables and the common
// extensions of its dialects (markdown_dialects.h). A block of YAML or TOML at
// the very start (front matter) is left out. Errors: those of DecodeText and
// Finish, and kTooComplex if parsing the file and the HTML in it takes more
// than one ParserBudget.
[[nodiscard]] Conversion<ConvertedDocument> ConvertMarkdown(std::string bytes);

}  // namespace answerbox::client
