#include "tests/client/convert/tags/tagged_document.h"

namespace answerbox::client::tags {
namespace {

using Kind = engine::TextBlockKind;

LayoutBlock Block(Kind kind, std::string_view text, std::uint8_t level) {
  LayoutBlock block;
  block.kind = kind;
  block.text = text;
  block.level = level;
  block.page = 1;
  return block;
}

std::string KindName(Kind kind) {
  switch (kind) {
    case Kind::kHeading:
      return "heading";
    case Kind::kItem:
      return "item";
    case Kind::kTable:
      return "table";
    default:
      return "paragraph";
  }
}

}  // namespace

LayoutBlock Paragraph(std::string_view text) {
  return Block(Kind::kParagraph, text, 0);
}

LayoutBlock Heading(std::string_view text, std::uint8_t level) {
  return Block(Kind::kHeading, text, level);
}

LayoutBlock Item(std::string_view text, std::uint8_t level) {
  return Block(Kind::kItem, text, level);
}

LayoutBlock Table(const std::vector<std::string>& cells) {
  LayoutBlock table = Block(Kind::kTable, "", 0);
  table.rows.emplace_back();
  for (const std::string& cell : cells) table.rows[0].push_back({cell});
  return table;
}

std::string Prose(std::string_view word) {
  std::string text = "Of " + std::string(word);
  for (char c = 'a'; text.size() < 120; c = c == 'z' ? 'a' : char(c + 1)) {
    text += ' ' + std::string(1, c) + std::string(word);
  }
  return text + '.';
}

std::string Tag(std::string_view name, std::string_view text) {
  std::string printed;
  std::string indent;
  if (name.starts_with("LI")) {
    for (std::size_t depth = 0; depth < (name.size() + 1) / 3; ++depth) {
      printed += indent + "L (block)\n" + indent + "  LI (block)\n";
      indent += "    ";
    }
  } else {
    printed = std::string(name) + " (block)\n";
    indent = "  ";
  }
  return printed + indent + '"' + std::string(text) + "\"\n";
}

TaggedBlocks Tagged(std::string_view printed,
                    const std::vector<LayoutBlock>& blocks) {
  return {ReadTags(printed), blocks};
}

std::vector<std::string> Shown(const std::vector<LayoutBlock>& blocks) {
  std::vector<std::string> shown;
  for (const LayoutBlock& block : blocks) {
    std::string text = KindName(block.kind);
    if (block.level > 0) text += ' ' + std::to_string(block.level);
    if (!block.mark.empty()) text += " [" + block.mark + ']';
    shown.push_back(text + ": " + block.text);
  }
  return shown;
}

}  // namespace answerbox::client::tags
