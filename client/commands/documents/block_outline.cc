#include "client/commands/documents/block_outline.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "client/rpc/message.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::size_t kOutlineIndent = 2;
constexpr std::size_t kPipeColumns = 100;  // Where the output is no terminal.
constexpr std::size_t kFewestColumns = 20;
constexpr std::size_t kMostBytes = 400;  // No line shows more.

// Returns the label of a block, such as "heading 2", "item 3." or "cell 1,2".
std::string Label(const json::object& block) {
  std::string label = TextAt(block, "kind");
  std::replace(label.begin(), label.end(), '_', ' ');
  if (label == "cell") {
    return label + " " + std::to_string(NumberAt(block, "row") + 1) + "," +
           std::to_string(NumberAt(block, "column") + 1);
  }
  if (label == "heading") {
    return label + " " + std::to_string(NumberAt(block, "level"));
  }
  if (block.contains("number")) {
    label += " " + std::to_string(NumberAt(block, "number")) + ".";
  }
  return label;
}

// Whether the blocks inside a block already show its words.
bool IsToldByItsParts(const json::object& block) {
  const std::string kind = TextAt(block, "kind");
  return kind == "list" || kind == "table" || kind == "row" ||
         kind == "quote" || kind == "box" || kind == "references" ||
         kind == "index" || kind == "licence";
}

// Returns the block's words, or the beginning of them. A reply may name offsets
// past the text, or beyond 32 bits.
std::string_view Words(const json::object& block, std::string_view text) {
  const std::uint64_t size = text.size();
  const std::uint64_t begin = std::min(NumberAt(block, "begin"), size);
  const std::uint64_t end = std::clamp(NumberAt(block, "end"), begin, size);
  return text.substr(
      static_cast<std::size_t>(begin),
      std::min(static_cast<std::size_t>(end - begin), kMostBytes));
}

}  // namespace

std::string BlockOutline(const json::array& blocks, std::string_view text,
                         const Terminal& terminal) {
  const std::size_t columns =
      terminal.is_terminal ? terminal.columns : kPipeColumns;
  std::string out;
  std::vector<std::size_t> depths;
  std::uint64_t page = 0;
  for (const json::value& value : blocks) {
    const json::object& block = AsObject(value);
    const std::uint64_t parent = NumberAt(block, "parent");
    // Parents precede the blocks inside them. A reply that breaks this rule
    // must not index past the end.
    const bool has_parent = block.contains("parent") && parent < depths.size();
    depths.push_back(has_parent ? depths[static_cast<std::size_t>(parent)] + 1
                                : 0);
    if (const auto begun = NumberAt(block, "page"); begun > page) {
      page = begun;
      out += "page " + std::to_string(page) + "\n";
    }
    std::string line((depths.back() + 1) * kOutlineIndent, ' ');
    line += Label(block);
    if (!IsToldByItsParts(block)) {
      line += ": ";
      const std::size_t room =
          std::max(columns, line.size() + kFewestColumns) - line.size();
      line += Shortened(BlankedOut(Words(block, text)), room);
    }
    out += line + "\n";
  }
  return out;
}

}  // namespace answerbox::client
