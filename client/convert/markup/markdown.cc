#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/document/block_writer.h"
#include "client/convert/document/table_groups.h"
#include "client/convert/markup/markdown_source.h"
#include "client/convert/markup/markup.h"

namespace answerbox::client {
namespace {

using Kind = engine::TextBlockKind;

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
// Lines of the source are kept apart because a pipe table is a paragraph to
// cmark: its rows are these lines.
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

TableRow RowOf(std::string_view line, std::uint8_t flags) {
  TableRow row;
  for (const std::string_view cell : CellsOf(line)) {
    row.push_back(
        {.text = std::string(cell), .column = row.size(), .flags = flags});
  }
  return row;
}

// Writes the head row, skips the delimiter row after it, and writes the others.
void WriteTable(std::span<const std::string> lines, BlockWriter& writer) {
  std::vector<TableRow> rows = {RowOf(lines[0], engine::kHeadsColumn)};
  for (const std::string& line : lines.subspan(2))
    rows.push_back(RowOf(line, 0));
  RepeatGroups(rows);
  writer.Line();
  writer.Begin(Kind::kTable);
  WriteTableRows(rows, writer);
  writer.End();
}

void WriteParagraph(cmark_node* node, BlockWriter& writer) {
  const std::vector<std::string> lines = InlineLines(node);
  const std::size_t table = FindTable(lines).value_or(lines.size());
  writer.Block();
  for (std::size_t i = 0; i < table; ++i) {
    writer.Space();
    WriteLine(lines[i], writer);
  }
  if (table < lines.size()) WriteTable(std::span(lines).subspan(table), writer);
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
  writer.Begin(Kind::kCode);
  writer.Verbatim(code);
  writer.End();
}

bool IsLinkIntoThePage(cmark_node* node) {
  if (cmark_node_get_type(node) != CMARK_NODE_LINK) return false;
  const char* url = cmark_node_get_url(node);
  return url != nullptr && *url == '#';
}

// Whether each item of a list, and of the lists in it, is nothing but a link to
// a place in the same file, and there are several.
// What editors and GitHub write as a table of contents. Any word outside of a
// link in a paragraph makes it a list like any other.
bool IsContents(cmark_node* list) {
  constexpr std::size_t kFewestLinks = 3;
  std::size_t links = 0;
  bool is_contents = true;
  WalkMarkdown(
      list,
      [&links, &is_contents](cmark_node* node) {
        const cmark_node_type type = cmark_node_get_type(node);
        cmark_node* parent = cmark_node_parent(node);
        if (type == CMARK_NODE_LINK && IsLinkIntoThePage(node)) {
          ++links;
        } else if (cmark_node_get_type(parent) == CMARK_NODE_PARAGRAPH) {
          is_contents = is_contents && type == CMARK_NODE_SOFTBREAK;
        } else if (type == CMARK_NODE_HEADING ||
                   type == CMARK_NODE_CODE_BLOCK ||
                   type == CMARK_NODE_HTML_BLOCK) {
          is_contents = false;
        }
      },
      [](cmark_node*) {});
  return is_contents && links >= kFewestLinks;
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
  void EnterItem();

  ParserBudget& budget_;
  BlockWriter writer_;
  ReadingNotes notes_;
  std::optional<Rejection> rejection_;
  // For each open list: its next number, or kUnordered.
  std::vector<int> numbers_;
};

void TreeWriter::EnterList(cmark_node* list) {
  // The numbers of items are counted from the list's first, as CommonMark does:
  // "1." in front of each item is common.
  const bool ordered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
  numbers_.push_back(ordered ? cmark_node_get_list_start(list) : kUnordered);
  IsInItem(list) ? writer_.Line() : writer_.Block();
  // Lists in items are looked through with the list around them.
  const bool is_contents = !IsInItem(list) && IsContents(list);
  writer_.Begin(is_contents ? Kind::kContents : Kind::kList);
}

void TreeWriter::EnterItem() {
  if (numbers_.back() == kUnordered) return writer_.BeginItem("- ");
  const int number = numbers_.back()++;
  writer_.BeginItem(std::to_string(number) + ". ",
                    static_cast<std::uint32_t>(number));
}

void TreeWriter::WriteHtml(cmark_node* node) {
  // The walk can't be left in the middle: after a failure the rest is walked,
  // and nothing of it is parsed.
  if (rejection_) return;
  // HTML in the file spends the budget of the file: many small fragments could
  // otherwise each take all of it.
  const auto written =
      WriteHtmlFragment(Literal(node), budget_, writer_, notes_);
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
      return EnterItem();
    case CMARK_NODE_BLOCK_QUOTE:
      writer_.Block();
      return writer_.Begin(Kind::kQuote);
    case CMARK_NODE_THEMATIC_BREAK:
      return writer_.Block();
    default:
      return;  // The document; and inlines, which their block has written.
  }
}

void TreeWriter::Leave(cmark_node* node) {
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_ITEM:
      return writer_.EndItem();
    case CMARK_NODE_LIST:
      numbers_.pop_back();
      return writer_.End();
    case CMARK_NODE_BLOCK_QUOTE:
      return writer_.End();
    default:
      return;
  }
}

}  // namespace

Conversion<ConvertedDocument> ConvertMarkdown(std::string bytes) {
  if (const auto checked = CheckText(bytes); !checked) return checked.error();
  std::string_view source = bytes;
  if (source.starts_with(kUtf8ByteOrderMark)) {
    source.remove_prefix(kUtf8ByteOrderMark.size());
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
