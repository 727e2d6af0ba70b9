// How tests look at a conversion.
#pragma once

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "engine/text/text_block.h"

namespace answerbox::client {

// "1:Title", "2:Part": level and words of each heading.
inline std::vector<std::string> Headings(const ConvertedDocument& document) {
  std::vector<std::string> headings;
  for (const engine::HeadingMark& mark : document.headings) {
    headings.push_back(std::to_string(mark.level) + ":" +
                       document.text.substr(mark.range.begin,
                                            mark.range.end - mark.range.begin));
  }
  return headings;
}

// "3:text of page 3" for each page mark.
inline std::vector<std::string> Pages(const ConvertedDocument& document) {
  std::vector<std::string> pages;
  for (std::size_t i = 0; i < document.pages.size(); ++i) {
    const std::size_t begin = document.pages[i].offset;
    const std::size_t end = i + 1 < document.pages.size()
                                ? document.pages[i + 1].offset
                                : document.text.size();
    pages.push_back(std::to_string(document.pages[i].number) + ":" +
                    document.text.substr(begin, end - begin));
  }
  return pages;
}

// The words, one blank between them.
inline std::string OneBlank(const std::string& text) {
  std::istringstream words(text);
  std::string out;
  for (std::string word; words >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

// The text of a block that lies in no block inside it, white space collapsed.
inline std::string OwnWords(const ConvertedDocument& document,
                            std::size_t number) {
  const engine::TextBlock& block = document.blocks[number];
  std::string text;
  std::size_t at = block.range.begin;
  for (std::size_t i = number + 1;
       i < document.blocks.size() &&
       document.blocks[i].range.begin < block.range.end;
       ++i) {
    const engine::ByteRange child = document.blocks[i].range;
    if (child.begin < at) continue;
    text += document.text.substr(at, child.begin - at) + " ";
    at = child.end;
  }
  text += document.text.substr(at, block.range.end - at);
  return OneBlank(text);
}

// A line for each block, indented by its depth: its kind and level, "#" and its
// number, "@" and its row and column, "x" and its spans, "^" and "<" where it
// heads its column and row, and its own words, as in `  item1#3: Gloves`.
inline std::string Outline(const ConvertedDocument& document) {
  constexpr const char* kKinds[] = {
      "",        "title",  "heading",  "paragraph", "list",       "lead-in",
      "item",    "table",  "caption",  "row",       "cell",       "footnote",
      "quote",   "code",   "figure",   "box",       "term",       "definition",
      "running", "number", "contents", "index",     "references", "licence"};
  std::ostringstream out;
  std::vector<std::size_t> depths;
  for (std::size_t i = 0; i < document.blocks.size(); ++i) {
    const engine::TextBlock& block = document.blocks[i];
    depths.push_back(
        block.parent_distance == 0 ? 0 : depths[i - block.parent_distance] + 1);
    out << std::string(2 * depths[i], ' ')
        << kKinds[static_cast<std::size_t>(block.kind)];
    if (block.level != 0) out << int{block.level};
    if ((block.flags & engine::kNumbered) != 0) out << "#" << block.number;
    if (block.kind == engine::TextBlockKind::kCell) {
      out << "@" << block.row << "," << block.column;
      if (block.row_span * block.column_span != 1) {
        out << "x" << block.row_span << "," << block.column_span;
      }
    }
    if ((block.flags & engine::kHeadsColumn) != 0) out << "^";
    if ((block.flags & engine::kHeadsRow) != 0) out << "<";
    const std::string words = OwnWords(document, i);
    out << (words.empty() ? "\n" : ": " + words + "\n");
  }
  return out.str();
}

// What `document` must hold whatever it was made of: CheckTextBlocks accepted
// its blocks, and no visible character but markers and separators stands
// outside of a block that may hold text. Returns the first fault, or "".
inline std::string BlockFault(const ConvertedDocument& document) {
  if (document.notes.is_structure_lost) return "no tree";
  const auto checked = engine::CheckTextBlocks(document.text, document.blocks);
  if (!checked) {
    return std::string(checked.error().field) + " of block " +
           std::to_string(checked.error().offset);
  }
  if (document.blocks.empty()) return "";
  std::string bare = document.text;
  for (const engine::TextBlock& block : document.blocks) {
    const bool is_leaf =
        &block == &document.blocks.back() || (&block)[1].parent_distance != 1;
    using Kind = engine::TextBlockKind;
    if (!is_leaf && (block.kind == Kind::kList || block.kind == Kind::kTable ||
                     block.kind == Kind::kRow || block.kind == Kind::kQuote)) {
      continue;
    }
    std::size_t begin = block.range.begin;
    // Its marker stands before an item, on the same line.
    if (block.kind == Kind::kItem) {
      const std::size_t newline = bare.rfind('\n', begin);
      begin = newline == std::string::npos ? 0 : newline;
    }
    std::fill(bare.begin() + static_cast<std::ptrdiff_t>(begin),
              bare.begin() + block.range.end, ' ');
  }
  const std::size_t fault = bare.find_first_not_of(" \n\r\t\f\v-.|0123456789");
  return fault == std::string::npos ? ""
                                    : "in no block: " + bare.substr(fault, 80);
}

}  // namespace answerbox::client
