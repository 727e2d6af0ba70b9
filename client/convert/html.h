// HTML as a reader sees it: the visible text of a page (gumbo), with a mark for
// every heading.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "client/convert/block_writer.h"
#include "client/convert/converted_document.h"
#include "client/convert/parser_heap.h"

namespace answerbox::client {

// What becomes of a page's title.
enum class PageTitle : std::uint8_t {
  kReplacesHeading,  // A page without a first-level heading begins with it.
  kIgnored,
};

// Converts a page. Errors: those of HtmlToUtf8, CheckText, HtmlTree::Parse and
// Finish.
[[nodiscard]] Conversion<ConvertedDocument> ConvertHtml(
    std::string bytes, PageTitle title = PageTitle::kReplacesHeading);

// Writes the visible text of `html`, a part of a page in UTF-8, as blocks.
// Errors: kTooComplex past the budget; nothing is written then.
[[nodiscard]] Conversion<void> WriteHtmlFragment(std::string_view html,
                                                 ParserBudget& budget,
                                                 BlockWriter& writer);

}  // namespace answerbox::client
