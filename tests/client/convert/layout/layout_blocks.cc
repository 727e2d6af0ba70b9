// layout_blocks [WORDS [DRAWINGS]]: reads the XML of `pdftohtml -xml -i` on
// standard input, that of `pdftotext -bbox` from the file WORDS, and what
// `pdftops` writes from the file DRAWINGS, and prints the blocks as JSON,
// {"blocks": [{"kind", "text", "page", ...}]}: what the scorers of
// tests/figures/layout.py read.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/lines/condensed_drawings.h"

namespace {

using namespace answerbox::client;
using Kind = answerbox::engine::TextBlockKind;

const char* KindName(Kind kind) {
  switch (kind) {
    case Kind::kTitle:
      return "title";
    case Kind::kHeading:
      return "heading";
    case Kind::kItem:
      return "item";
    case Kind::kTable:
      return "table";
    case Kind::kCaption:
      return "caption";
    case Kind::kFootnote:
      return "footnote";
    case Kind::kContents:
      return "contents";
    case Kind::kRunningLine:
      return "furniture";
    default:
      return "paragraph";
  }
}

// The text is UTF-8 without control characters.
std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

void PrintTable(const LayoutBlock& block) {
  std::cout << ",\"header_rows\":" << block.header_rows << ",\"rows\":[";
  const char* row_separator = "";
  for (const LayoutRow& row : block.rows) {
    std::cout << row_separator << '[';
    const char* separator = "";
    for (const LayoutCell& cell : row) {
      std::cout << separator << "{\"text\":" << Quoted(cell.text)
                << ",\"colspan\":" << cell.column_span
                << ",\"rowspan\":" << cell.row_span << '}';
      separator = ",";
    }
    std::cout << ']';
    row_separator = ",";
  }
  std::cout << ']';
}

void Print(const LayoutBlock& block) {
  std::cout << "{\"kind\":\"" << KindName(block.kind)
            << "\",\"page\":" << block.page;
  if (block.level > 0) std::cout << ",\"level\":" << int{block.level};
  if (block.kind == Kind::kItem) {
    std::cout << ",\"label\":" << Quoted(block.mark);
  }
  if (block.kind == Kind::kTable) {
    PrintTable(block);
  } else {
    std::cout << ",\"text\":" << Quoted(block.text);
  }
  std::cout << '}';
}

std::string ReadAll(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string ReadFile(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return ReadAll(file);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string xml = ReadAll(std::cin);
  const std::string words = argc > 1 ? ReadFile(argv[1]) : "";
  std::string drawings = argc > 2 ? ReadFile(argv[2]) : "";
  layout::DrawingCondenser().Condense(drawings);
  const LayoutDocument document =
      ReadLayout(xml, words, {.condensed = drawings});
  std::cout << "{\"complete\":" << (document.is_complete ? "true" : "false")
            << ",\"blocks\":[";
  const char* separator = "\n";
  for (const LayoutBlock& block : document.blocks) {
    std::cout << separator;
    Print(block);
    separator = ",\n";
  }
  std::cout << "\n]}\n";
  return std::cout ? 0 : 1;
}
