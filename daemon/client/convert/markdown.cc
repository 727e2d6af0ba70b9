#include "daemon/client/convert/markdown.h"

#include <cmark.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/client/convert/block_writer.h"
#include "daemon/client/convert/front_matter.h"
#include "daemon/client/convert/html.h"
#include "daemon/client/convert/pipe_table.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr int kUnordered = -1;

struct Free {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
  void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
};
using Tree = std::unique_ptr<cmark_node, Free>;
using Iterator = std::unique_ptr<cmark_iter, Free>;

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
  const Iterator iterator(cmark_iter_new(block));
  for (cmark_event_type event = cmark_iter_next(iterator.get());
       event != CMARK_EVENT_DONE; event = cmark_iter_next(iterator.get())) {
    if (event != CMARK_EVENT_ENTER) continue;
    cmark_node* node = cmark_iter_get_node(iterator.get());
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
        break;  // Emphasis, links and images are their text.
    }
  }
  return lines;
}

// Writes one source line; its hard breaks begin lines of their own.
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
    if (i == table + 1) continue;  // The row of dashes.
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

// Writes blocks as cmark's iterator enters and leaves them.
class TreeWriter {
 public:
  void Enter(cmark_node* node);
  void Leave(cmark_node* node);
  [[nodiscard]] ConvertedDocument Take() && {
    return std::move(writer_).Take();
  }

 private:
  void EnterList(cmark_node* list);
  std::string NextMarker();

  BlockWriter writer_;
  // Per list around the current place: its next number, or kUnordered.
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

void TreeWriter::Enter(cmark_node* node) {
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_PARAGRAPH:
      return WriteParagraph(node, writer_);
    case CMARK_NODE_HEADING:
      return WriteHeading(node, writer_);
    case CMARK_NODE_CODE_BLOCK:
      return WriteCode(node, writer_);
    case CMARK_NODE_HTML_BLOCK:
      return WriteHtmlFragment(Literal(node), writer_);
    case CMARK_NODE_LIST:
      return EnterList(node);
    case CMARK_NODE_ITEM:
      return writer_.BeginItem(NextMarker());
    case CMARK_NODE_BLOCK_QUOTE:
    case CMARK_NODE_THEMATIC_BREAK:
      return writer_.Block();
    default:
      return;  // The document, and inlines, which their block has written.
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
  const Tree tree(
      cmark_parse_document(source.data(), source.size(), CMARK_OPT_DEFAULT));

  TreeWriter writer;
  const Iterator iterator(cmark_iter_new(tree.get()));
  for (cmark_event_type event = cmark_iter_next(iterator.get());
       event != CMARK_EVENT_DONE; event = cmark_iter_next(iterator.get())) {
    cmark_node* node = cmark_iter_get_node(iterator.get());
    event == CMARK_EVENT_ENTER ? writer.Enter(node) : writer.Leave(node);
  }
  return Finish(std::move(writer).Take());
}

}  // namespace answerbox::client
