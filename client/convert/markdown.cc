#include "client/convert/markdown.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/block_writer.h"
#include "client/convert/front_matter.h"
#include "client/convert/html.h"
#include "client/convert/markdown_tree.h"
#include "client/convert/pipe_table.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr int kUnordered = -1;

std::string_view Literal(cmark_node* node) {
  const char* literal = cmark_node_get_literal(node);
  return literal == nullptr ? std::string_view() : literal;
}

bool IsLineBreakTag(std::string_view html) {
  return html.starts_with("<br") || html.starts_with("<BR");
}

// The words of a paragraph or heading without their markup, by line of the
// source. A hard break is a newline within its line.
std::vector<std::string> InlineLines(cmark_node* block) {
  std::vector<std::string> lines(1);
  const auto enter = [&lines](cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_TEXT:
      case CMARK_NODE_CODE:
        lines.back() += Literal(node);
        break;
      case CMARK_NODE_SOFTBREAK:
        lines.emplace_back();
        break;
      case CMARK_NODE_LINEBREAK:
        lines.back() += '\n';
        break;
      case CMARK_NODE_HTML_INLINE:
        if (IsLineBreakTag(Literal(node))) lines.back() += '\n';
        break;
      default:
        break;  // Only the text of emphasis, links and images stays.
    }
  };
  WalkMarkdown(block, enter, [](cmark_node*) {});
  return lines;
}

// Writes one source line. Its hard breaks begin new lines.
void WriteLine(std::string_view line, BlockWriter& writer) {
  while (true) {
    const std::size_t newline = line.find('\n');
    writer.Flowing(line.substr(0, newline));
    if (newline == std::string_view::npos) return;
    writer.Line();
    line.remove_prefix(newline + 1);
  }
}

void WriteParagraph(cmark_node* node, BlockWriter& writer) {
  const std::vector<std::string> lines = InlineLines(node);
  const std::size_t table = FindTable(lines).value_or(lines.size());
  writer.Block();
  for (std::size_t i = 0; i < table; ++i) {
    writer.Space();
    WriteLine(lines[i], writer);
  }
  for (std::size_t i = table; i < lines.size(); ++i) {
    if (i == table + 1) continue;  // The delimiter row.
    writer.Line();
    writer.Flowing(RowText(lines[i]));
  }
}

void WriteHeading(cmark_node* node, BlockWriter& writer) {
  writer.Block();
  writer.BeginHeading(
      static_cast<std::uint8_t>(cmark_node_get_heading_level(node)));
  for (const std::string& line : InlineLines(node)) {
    writer.Space();
    writer.Flowing(line);
  }
  writer.EndHeading();
}

void WriteCode(cmark_node* node, BlockWriter& writer) {
  std::string_view code = Literal(node);
  while (code.ends_with('\n')) code.remove_suffix(1);
  writer.Block();
  writer.Verbatim(code);
}

bool IsInItem(cmark_node* node) {
  return cmark_node_get_type(cmark_node_parent(node)) == CMARK_NODE_ITEM;
}

// Writes blocks as they are entered and left.
class TreeWriter {
 public:
  explicit TreeWriter(ParserBudget& budget) : budget_(budget) {}

  void Enter(cmark_node* node);
  void Leave(cmark_node* node);
  // Errors: kTooComplex when HTML in the file was.
  [[nodiscard]] Conversion<ConvertedDocument> Take() && {
    if (rejection_) return *std::move(rejection_);
    return Finish(std::move(writer_).Take());
  }

 private:
  void WriteHtml(cmark_node* node);
  void EnterList(cmark_node* list);
  std::string NextMarker();

  ParserBudget& budget_;
  BlockWriter writer_;
  std::optional<Rejection> rejection_;
  // For each open list: its next number, or kUnordered.
  std::vector<int> numbers_;
};

void TreeWriter::EnterList(cmark_node* list) {
  const bool ordered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
  numbers_.push_back(ordered ? cmark_node_get_list_start(list) : kUnordered);
  IsInItem(list) ? writer_.Line() : writer_.Block();
}

std::string TreeWriter::NextMarker() {
  if (numbers_.back() == kUnordered) return "- ";
  return std::to_string(numbers_.back()++) + ". ";
}

void TreeWriter::WriteHtml(cmark_node* node) {
  if (rejection_) return;
  const auto written = WriteHtmlFragment(Literal(node), budget_, writer_);
  if (!written) rejection_ = written.error();
}

void TreeWriter::Enter(cmark_node* node) {
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_PARAGRAPH:
      return WriteParagraph(node, writer_);
    case CMARK_NODE_HEADING:
      return WriteHeading(node, writer_);
    case CMARK_NODE_CODE_BLOCK:
      return WriteCode(node, writer_);
    case CMARK_NODE_HTML_BLOCK:
      return WriteHtml(node);
    case CMARK_NODE_LIST:
      return EnterList(node);
    case CMARK_NODE_ITEM:
      return writer_.BeginItem(NextMarker());
    case CMARK_NODE_BLOCK_QUOTE:
    case CMARK_NODE_THEMATIC_BREAK:
      return writer_.Block();
    default:
      return;  // The document; and inlines, which their block has written.
  }
}

void TreeWriter::Leave(cmark_node* node) {
  if (cmark_node_get_type(node) == CMARK_NODE_ITEM) writer_.EndItem();
  if (cmark_node_get_type(node) == CMARK_NODE_LIST) numbers_.pop_back();
}

}  // namespace

Conversion<ConvertedDocument> ConvertMarkdown(std::string bytes) {
  if (const auto checked = CheckText(bytes); !checked) return checked.error();
  std::string_view source = bytes;
  if (source.starts_with(kByteOrderMark)) {
    source.remove_prefix(kByteOrderMark.size());
  }
  source = WithoutFrontMatter(source);
  ParserBudget budget;
  const Conversion<MarkdownTree> tree = MarkdownTree::Parse(source, budget);
  if (!tree) return tree.error();
  TreeWriter writer(budget);
  WalkMarkdown(
      tree->root(), [&writer](cmark_node* node) { writer.Enter(node); },
      [&writer](cmark_node* node) { writer.Leave(node); });
  return std::move(writer).Take();
}

}  // namespace answerbox::client
