// Lists the blocks of a converted document one after another, each with its own
// words, for people and programs to read.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

struct PlainCell {
  std::string text = {};
  std::uint32_t row_span = 1;
  std::uint32_t column_span = 1;
};

struct PlainBlock {
  // "title", "heading", "paragraph", "item", "table", "caption", "footnote",
  // "quote", "code", "term", "definition", "contents" or "furniture".
  std::string_view kind;
  unsigned level = 0;                        // Of a heading or item; else 0.
  std::optional<std::uint32_t> number = {};  // Of an item or footnote.
  std::optional<std::uint32_t> page = {};    // On which it begins.
  std::string_view within = {};  // "references", "index", "licence" or "".
  std::string text = {};  // Runs of white space are one space, except in code.
  std::string lead_in = {};  // Of an item's list.
  // The cells of a table, as in HTML: places that are covered by a cell above
  // are left out. Cells without text are kept where others would leave their
  // column.
  std::vector<std::vector<PlainCell>> rows = {};
  std::size_t header_rows = 0;
};

// Visits the blocks in the order of the text. In a document without blocks,
// blank lines separate paragraphs.
void ForEachPlainBlock(const ConvertedDocument& document,
                       const std::function<void(const PlainBlock&)>& visit);

// One block as JSON, as docs/documents.md describes it.
[[nodiscard]] boost::json::object BlockJson(const PlainBlock& block);

// One block as Markdown for people, with pipe tables. Returns the block's
// lines, each ended by a newline, with a blank line before them unless
// `before`, the block that was written before it, is an item and so is this
// one. Empty for contents and furniture, which say nothing of the document's
// subject. A cell that spans others is written in its first place.
[[nodiscard]] std::string BlockMarkdown(const PlainBlock& block,
                                        std::string_view before);

}  // namespace answerbox::client
