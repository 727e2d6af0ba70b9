#include "client/convert/html.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "client/convert/html_charset.h"
#include "client/convert/html_element.h"
#include "client/convert/html_tree.h"

namespace answerbox::client {
namespace {

bool IsText(const GumboNode* node) {
  return node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA ||
         node->type == GUMBO_NODE_WHITESPACE;
}

// No-break spaces become spaces. Soft hyphens, zero-width spaces and byte order
// marks are dropped, as they would split words.
std::string WithoutInvisibles(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t length = 1;
    if (text.starts_with("\xC2\xA0")) {
      length = 2;
      out += ' ';
    } else if (text.starts_with("\xC2\xAD")) {
      length = 2;
    } else if (text.starts_with("\xE2\x80\x8B") ||
               text.starts_with("\xEF\xBB\xBF")) {
      length = 3;
    } else {
      out += text.front();
    }
    text.remove_prefix(length);
  }
  return out;
}

constexpr int kMaxItemNumber = 999'999'999;  // As in Markdown.

// Reads the number at the beginning of an attribute, limited to the range of
// item numbers.
std::optional<int> ItemNumber(const GumboElement& element, const char* name) {
  const GumboAttribute* attribute =
      gumbo_get_attribute(&element.attributes, name);
  if (attribute == nullptr) return std::nullopt;
  std::string_view text = attribute->value;
  text.remove_prefix(
      std::min(text.find_first_not_of(" \t\r\n\f"), text.size()));
  if (text.starts_with('+')) text.remove_prefix(1);
  int number = 0;
  const std::errc error =
      std::from_chars(text.data(), text.data() + text.size(), number).ec;
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    return text.starts_with('-') ? 0 : kMaxItemNumber;
  }
  return std::clamp(number, 0, kMaxItemNumber);
}

class PageWriter {
 public:
  explicit PageWriter(BlockWriter& writer) : writer_(writer) {}

  void Write(const GumboNode* root) {
    WalkHtml(
        root, [this](const GumboNode* node) { return Enter(node); },
        [this](const GumboNode* node) { Leave(node->v.element.tag); });
  }

 private:
  struct Row {
    bool data;         // On one line, with " | " between cells.
    bool has_text;     // An earlier cell had text.
    bool begins_cell;  // The next text is its cell's first.
  };

  bool Enter(const GumboNode* node);
  void EnterElement(const GumboNode* node);
  void EnterListItem(const GumboElement& element);
  void Leave(GumboTag tag);
  void WriteText(std::string_view text);
  void WritePreformatted(std::string_view text);
  bool InDataRow() const { return !rows_.empty() && rows_.back().data; }

  // In a heading, or in a row on one line, every break becomes a space. In a
  // list it becomes at most a line break.
  void Block() { lists_.empty() && !flat() ? writer_.Block() : Line(); }
  void Line() { flat() ? writer_.Space() : writer_.Line(); }
  bool flat() const { return in_heading_ || InDataRow(); }

  static constexpr int kUnordered = -1;

  BlockWriter& writer_;
  std::vector<int> lists_;  // Of the open lists: next number, or kUnordered.
  std::vector<Row> rows_;   // The open table rows.
  unsigned preformatted_ = 0;
  bool in_heading_ = false;
};

void PageWriter::WriteText(std::string_view text) {
  const std::string visible = WithoutInvisibles(text);
  const bool blank =
      visible.find_first_not_of(" \t\r\n\f\v") == std::string::npos;
  if (InDataRow() && !blank) {
    Row& row = rows_.back();
    if (row.begins_cell && row.has_text) {
      writer_.Space();
      writer_.Verbatim("|");
      writer_.Space();
    }
    row.begins_cell = false;
    row.has_text = true;
  }
  if (preformatted_ > 0 && !flat()) return WritePreformatted(visible);
  writer_.Flowing(visible);
}

// Line ends at the block's beginning and end become separators, so that no line
// is left empty.
void PageWriter::WritePreformatted(std::string_view text) {
  const std::size_t begin = text.find_first_not_of("\r\n");
  if (begin != 0) writer_.Line();
  if (begin == std::string_view::npos) return;
  const std::size_t end = text.find_last_not_of("\r\n") + 1;
  writer_.Verbatim(text.substr(begin, end - begin));
  if (end != text.size()) writer_.Line();
}

bool PageWriter::Enter(const GumboNode* node) {
  if (IsText(node)) {
    WriteText(node->v.text.text);
    return false;
  }
  if (node->type != GUMBO_NODE_ELEMENT || IsHidden(node->v.element)) {
    return false;
  }
  EnterElement(node);
  return true;
}

void PageWriter::EnterListItem(const GumboElement& element) {
  if (flat()) return writer_.Space();
  if (lists_.empty() || lists_.back() == kUnordered) {
    return writer_.BeginItem("- ");
  }
  const int number = ItemNumber(element, "value").value_or(lists_.back());
  lists_.back() = std::min(number + 1, kMaxItemNumber);
  writer_.BeginItem(std::to_string(number) + ". ");
}

void PageWriter::EnterElement(const GumboNode* node) {
  const GumboElement& element = node->v.element;
  switch (element.tag) {
    case GUMBO_TAG_BR:
      return Line();
    case GUMBO_TAG_LI:
      return EnterListItem(element);
    case GUMBO_TAG_DT:
    case GUMBO_TAG_DD:
      return Line();
    case GUMBO_TAG_TR:
      Line();
      rows_.push_back({IsDataRow(node), false, false});
      return;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
      Block();
      if (!rows_.empty()) rows_.back().begins_cell = true;
      return;
    case GUMBO_TAG_UL:
    case GUMBO_TAG_MENU:
      Block();
      return lists_.push_back(kUnordered);
    case GUMBO_TAG_OL:
      Block();
      return lists_.push_back(ItemNumber(element, "start").value_or(1));
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_LISTING:
      ++preformatted_;
      return Block();
    default:
      break;
  }
  if (!IsBlock(element.tag)) return;
  Block();
  if (const std::uint8_t level = HeadingLevel(element.tag); level != 0) {
    if (!flat()) writer_.BeginHeading(level);
    in_heading_ = true;
  }
}

void PageWriter::Leave(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_LI:
      writer_.EndItem();
      return Line();
    case GUMBO_TAG_DT:
    case GUMBO_TAG_DD:
      return Line();
    case GUMBO_TAG_TR:
      rows_.pop_back();
      return Line();
    case GUMBO_TAG_UL:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_OL:
      lists_.pop_back();
      return Block();
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_LISTING:
      --preformatted_;
      return Block();
    default:
      break;
  }
  if (HeadingLevel(tag) != 0 && in_heading_) {
    in_heading_ = false;
    writer_.EndHeading();
  }
  if (IsBlock(tag)) Block();
}

// What decides whether the title has to serve as the first heading.
struct Outline {
  std::string_view title;
  bool has_first_level = false;
};

Outline FindOutline(const GumboNode* root) {
  Outline outline;
  bool in_title = false;
  WalkHtml(
      root,
      [&](const GumboNode* node) {
        if (IsText(node)) {
          if (in_title) outline.title = node->v.text.text;
          in_title = false;
          return false;
        }
        if (node->type != GUMBO_NODE_ELEMENT) return false;
        const GumboTag tag = node->v.element.tag;
        in_title = tag == GUMBO_TAG_TITLE && outline.title.empty();
        if (in_title || tag == GUMBO_TAG_HEAD) return true;
        if (IsHidden(node->v.element)) return false;
        outline.has_first_level |= tag == GUMBO_TAG_H1;
        return true;
      },
      [&in_title](const GumboNode*) { in_title = false; });
  return outline;
}

}  // namespace

Conversion<ConvertedDocument> ConvertHtml(std::string bytes) {
  if (bytes.empty()) return CheckText(bytes).error();
  Conversion<std::string> html = HtmlToUtf8(std::move(bytes));
  if (!html) return html.error();
  if (const auto checked = CheckText(*html); !checked) return checked.error();
  ParserBudget budget;
  const Conversion<HtmlTree> tree = HtmlTree::Parse(*html, budget);
  if (!tree) return tree.error();

  BlockWriter writer;
  const Outline outline = FindOutline(tree->root());
  if (!outline.has_first_level) {
    writer.BeginHeading(1);
    writer.Flowing(outline.title);
    writer.EndHeading();
    writer.Block();
  }
  PageWriter(writer).Write(tree->root());
  return Finish(std::move(writer).Take());
}

Conversion<void> WriteHtmlFragment(std::string_view html, ParserBudget& budget,
                                   BlockWriter& writer) {
  const Conversion<HtmlTree> tree = HtmlTree::Parse(html, budget);
  if (!tree) return tree.error();
  writer.Block();
  PageWriter(writer).Write(tree->root());
  writer.Block();
  return {};
}

}  // namespace answerbox::client
