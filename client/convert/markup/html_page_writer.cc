#include "client/convert/markup/html_page_writer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "client/convert/markup/html_line.h"
#include "client/convert/markup/html_page.h"
#include "client/convert/markup/markup.h"
#include "client/convert/markup/raised_signs.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

using Kind = engine::TextBlockKind;

constexpr int kMaxItemNumber = 999'999'999;  // As in Markdown.

std::optional<int> ItemNumber(const GumboElement& element, const char* name) {
  return NumberOf(element, name, 0, kMaxItemNumber);
}

// Whether headers and footers inside belong to this part of the page rather
// than to the site.
bool IsSection(GumboTag tag) {
  return tag == GUMBO_TAG_ARTICLE || tag == GUMBO_TAG_MAIN ||
         tag == GUMBO_TAG_SECTION || tag == GUMBO_TAG_BLOCKQUOTE;
}

// Returns the block that an element is by itself, regardless of its
// surroundings.
std::optional<Kind> KindOf(const GumboElement& element) {
  if (IsNote(element)) return Kind::kFootnote;
  switch (element.tag) {
    case GUMBO_TAG_BLOCKQUOTE:
      return Kind::kQuote;
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_LISTING:
      return Kind::kCode;
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_FIGCAPTION:
      return Kind::kCaption;
    case GUMBO_TAG_DETAILS:
      return Kind::kBox;
    case GUMBO_TAG_SUMMARY:
      return Kind::kLeadIn;
    case GUMBO_TAG_DL:
      return Kind::kList;
    default:
      return std::nullopt;
  }
}

}  // namespace

HtmlPageWriter::HtmlPageWriter(BlockWriter& writer, const PageStyle& style,
                               ReadingNotes& notes)
    : writer_(writer), style_(style), notes_(notes) {}

void HtmlPageWriter::Write(const GumboNode* root) {
  words_ = WordHolders(root);
  WalkHtml(
      root, [this](const GumboNode* node) { return Enter(node); },
      [this](const GumboNode* node) { Leave(node->v.element); });
}

void HtmlPageWriter::Begin(const engine::TextBlock& shape) {
  writer_.Begin(shape);
  ++open_.back().blocks;
}

// Lists are tight: a paragraph in an item begins a line, not a paragraph of its
// own. Otherwise a blank line within the item would end the list for many
// readers.
void HtmlPageWriter::Block() {
  if (lists_.empty() && !flat()) {
    tail_.clear();
    return writer_.Block();
  }
  if (!flat()) writer_.EndParagraph();
  Line();
}

void HtmlPageWriter::Line() {
  tail_.clear();
  if (cell_words_ != nullptr) {
    *cell_words_ += ' ';
  } else {
    flat() ? writer_.Space() : writer_.Line();
  }
}

// Two breaks leave an empty line, which people use to separate paragraphs.
void HtmlPageWriter::Break() {
  is_broken_ ? Block() : Line();
  is_broken_ = true;
}

void HtmlPageWriter::BeginCell(Row& row) {
  if (!row.cell) return;
  writer_.Begin(*row.cell);
  row.is_cell_open = true;
}

void HtmlPageWriter::WriteText(std::string_view text) {
  const std::string visible = WithoutInvisibles(text);
  const bool blank = engine::HasOnly(visible, engine::kAsciiSpace);
  constexpr std::size_t kTailBytes = 24;
  tail_ += visible;
  tail_.erase(0, tail_.size() - std::min(tail_.size(), kTailBytes));
  is_broken_ = is_broken_ && blank;
  if (cell_words_ != nullptr) {
    *cell_words_ += visible;
    return;
  }
  // The separator is written with the first words of a later cell, so that
  // empty cells at the end of a row leave none.
  if (InDataRow() && !blank) {
    Row& row = rows_.back();
    if (row.begins_cell) {
      if (row.has_text) writer_.CellSeparator();
      BeginCell(row);
    }
    row.begins_cell = false;
    row.has_text = true;
  }
  if (preformatted_ > 0 && !flat()) return WritePreformatted(visible);
  writer_.Flowing(visible);
}

// Line ends at the beginning and end of the block become separators, so that no
// line is left empty.
void HtmlPageWriter::WritePreformatted(std::string_view text) {
  const std::size_t begin = text.find_first_not_of("\r\n");
  if (begin != 0) writer_.Line();
  if (begin == std::string_view::npos) return;
  const std::size_t end = text.find_last_not_of("\r\n") + 1;
  writer_.Verbatim(text.substr(begin, end - begin));
  if (end != text.size()) writer_.Line();
}

// WalkHtml calls this without recursion, as a page may nest as deep as its
// budget allows. open_ has an entry for each entered element, and Leave() ends
// what Enter() began.
bool HtmlPageWriter::Enter(const GumboNode* node) {
  if (IsText(node)) {
    WriteText(IsSlash(node) && IsTag(Sibling(node, -1), GUMBO_TAG_SUP)
                  ? "/"
                  : node->v.text.text);
    return false;
  }
  if (node->type != GUMBO_NODE_ELEMENT || IsNeverShown(node->v.element)) {
    return false;
  }
  const GumboElement& element = node->v.element;
  const ElementStyle style = style_.Of(element);
  std::optional<PageColor> ground;
  if (!open_.empty()) {
    ground = open_.back().ground;
  } else if (style_.is_whole()) {
    ground = PageColor{255, 255, 255};
  }
  if (LeavesOut(node, style, ground)) return false;
  if (EnterInline(node, style, ground)) return false;
  if (style.ground) ground = style.ground;
  if (style.has_picture) ground.reset();
  open_.push_back({.ground = ground});
  note_links_ += LeadsIntoPage(element);
  EnterPart(node);
  EnterElement(node);
  return true;
}

bool HtmlPageWriter::LeavesOut(const GumboNode* node, const ElementStyle& style,
                               const std::optional<PageColor>& ground) {
  const auto why = WhyLeftOut(node->v.element, style, ground);
  if (!why || (*why == LeftOut::kHidden && IsPanel(node))) return false;
  NoteLeftOut(*why, AllWords(node), notes_);
  return true;
}

std::string HtmlPageWriter::LineWords(const GumboNode* node,
                                      const std::optional<PageColor>& ground,
                                      bool* leads_into_page) {
  return WordsIn(node, leads_into_page, [&](const GumboNode* inside) {
    if (inside == node || IsNeverShown(inside->v.element)) return false;
    const ElementStyle style = style_.Of(inside->v.element);
    return LeavesOut(
        inside, style,
        style.color ? GroundWithin(node, inside, ground) : std::nullopt);
  });
}

// Returns the ground behind `inside`, a part of `line`, which stands on
// `ground`.
std::optional<PageColor> HtmlPageWriter::GroundWithin(
    const GumboNode* line, const GumboNode* inside,
    const std::optional<PageColor>& ground) const {
  while (inside != line) {
    inside = inside->parent;
    const ElementStyle style = style_.Of(inside->v.element);
    if (style.has_picture) return std::nullopt;
    if (style.ground) return style.ground;
  }
  return ground;
}

// Writes elements that are a part of their line at once.
bool HtmlPageWriter::EnterInline(const GumboNode* node,
                                 const ElementStyle& style,
                                 const std::optional<PageColor>& ground) {
  const GumboElement& element = node->v.element;
  if (IsBacklink(node)) return true;
  const bool is_raised = element.tag == GUMBO_TAG_SUP || style.is_raised;
  const bool is_lowered = element.tag == GUMBO_TAG_SUB || style.is_lowered;
  if ((is_raised || is_lowered) && !IsBlock(element.tag) && IsOneLine(node)) {
    WriteRaised(node, ground, is_raised);
    return true;
  }
  if (LeadsToNote(element) && !HoldsRaised(node)) {
    WriteText(Raised(tail_, LineWords(node, ground), true));
    return true;
  }
  if (FormulaTag(node) == "math") {
    WriteText(FormulaText(node));
    return true;
  }
  return false;
}

void HtmlPageWriter::WriteRaised(const GumboNode* node,
                                 const std::optional<PageColor>& ground,
                                 bool is_raised) {
  bool is_note = note_links_ > 0;
  const std::string words = LineWords(node, ground, &is_note);
  const int next = is_raised ? 1 : -1;
  const bool is_fraction =
      IsSlash(Sibling(node, next)) &&
      IsTag(Sibling(node, 2 * next), is_raised ? GUMBO_TAG_SUB : GUMBO_TAG_SUP);
  if (is_fraction)
    return WriteText(is_raised ? Numerator(tail_, words) : words);
  WriteText(is_raised ? Raised(tail_, words, is_note) : Lowered(words));
}

// Bounds how often text is looked at to find out whether an element is
// furniture: parts may contain others, as a header contains a menu.
constexpr unsigned kMaxJudgedDepth = 4;

void HtmlPageWriter::EnterPart(const GumboNode* node) {
  const GumboElement& element = node->v.element;
  if (IsSection(element.tag)) ++sections_;
  if (HoldsFootnotes(element)) ++footnotes_;
  // No block can begin in a heading, or in a row on one line.
  if (flat() || !MayBeFurniture(element, sections_ > 0)) return;
  if (judged_ == kMaxJudgedDepth) return;
  ++judged_;
  open_.back().is_judged = true;
  const PagePart part = JudgePart(node);
  if (part == PagePart::kContent) return;
  if (IsBlock(element.tag)) Block();
  Begin(part == PagePart::kContents ? Kind::kContents : Kind::kRunningLine);
}

// Footnotes are written as a list, but each is a separate block named by its
// number.
void HtmlPageWriter::EnterList(const GumboNode* node, int first_number) {
  Block();
  const bool is_outermost = lists_.empty() && !flat();
  lists_.push_back(first_number);
  if (flat() || footnotes_ > 0) return;
  Begin(is_outermost && IsLinksIntoPage(node) ? Kind::kContents : Kind::kList);
}

void HtmlPageWriter::EnterListItem(const GumboElement& element) {
  tail_.clear();
  if (cell_words_ != nullptr) return Line();
  if (flat()) return writer_.Space();
  // Our readers of word processors' files put the label that the file shows
  // here.
  if (const std::string_view label = AttributeOf(element, "data-label");
      !label.empty()) {
    const std::optional<int> number = ItemNumber(element, "value");
    return writer_.BeginItem(
        std::string(label) + " ",
        number ? std::optional(static_cast<std::uint32_t>(*number))
               : std::nullopt);
  }
  if (lists_.empty() || lists_.back() == kUnordered) {
    return writer_.BeginItem("- ");
  }
  // The number that a browser shows. `value` sets it and those after it, within
  // a bound.
  const int number = ItemNumber(element, "value").value_or(lists_.back());
  lists_.back() = std::min(number + 1, kMaxItemNumber);
  const auto unsigned_number = static_cast<std::uint32_t>(number);
  writer_.BeginItem(std::to_string(number) + ". ", unsigned_number);
  if (footnotes_ > 0) {
    Begin({.number = unsigned_number,
           .kind = Kind::kFootnote,
           .flags = engine::kNumbered});
  }
}

void HtmlPageWriter::EnterRow(const GumboNode* row) {
  Line();
  rows_.push_back({IsDataRow(row), false, false, std::nullopt, false});
  if (tables_.empty()) return;
  HtmlTable& table = tables_.back();
  const engine::TextBlock shape = table.EnterRow(row);
  if (table.is_data() && !table.is_words()) Begin(shape);
}

void HtmlPageWriter::EnterCell(const GumboElement& cell) {
  Block();
  if (rows_.empty()) return;
  Row& row = rows_.back();
  row.begins_cell = true;
  if (tables_.empty() || !tables_.back().is_data()) return;
  // A data row is one line with separators, so its cell begins with its first
  // words (WriteText). Any other cell begins here.
  row.cell = tables_.back().EnterCell(cell);
  if (tables_.back().is_words()) {
    cell_text_.clear();
    cell_words_ = &cell_text_;
  } else if (!row.data) {
    BeginCell(row);
  }
}

void HtmlPageWriter::EnterElement(const GumboNode* node) {
  const GumboElement& element = node->v.element;
  switch (element.tag) {
    case GUMBO_TAG_BR:
      return Break();
    case GUMBO_TAG_LI:
      return EnterListItem(element);
    case GUMBO_TAG_DT:
      Line();
      if (!flat()) Begin(Kind::kTerm);
      return;
    case GUMBO_TAG_DD:
      Line();
      if (!flat()) Begin(Kind::kDefinition);
      return;
    case GUMBO_TAG_TR:
      return EnterRow(node);
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
      return EnterCell(element);
    case GUMBO_TAG_UL:
    case GUMBO_TAG_MENU:
      return EnterList(node, kUnordered);
    case GUMBO_TAG_OL:
      return EnterList(node, ItemNumber(element, "start").value_or(1));
    case GUMBO_TAG_TABLE:
      Block();
      tables_.emplace_back(node, style_, words_, !flat());
      if (tables_.back().is_data()) Begin(Kind::kTable);
      return;
    default:
      return EnterBlock(node);
  }
}

// A first heading of class `title` is the document's title, however many
// headings of level 1 follow: pandoc writes titles so.
void HtmlPageWriter::BeginHeading(const GumboElement& element,
                                  std::uint8_t level) {
  const bool is_title =
      !has_headings_ && level == 1 && HasWord(element, "class", "title");
  is_title ? writer_.BeginTitle() : writer_.BeginHeading(level);
  has_headings_ = true;
  in_heading_ = true;
  heading_depth_ = open_.size();
}

// Whether text that looks like a heading, without an element for it, is one.
bool HtmlPageWriter::CanBeginHeading() const {
  return !flat() && lists_.empty() && rows_.empty() && footnotes_ == 0;
}

std::uint8_t HtmlPageWriter::LevelBelowLast() const {
  constexpr int kDeepest = 6;
  const int level = last_level_ == 0 ? 2 : last_level_ + 1;
  return static_cast<std::uint8_t>(std::min(level, kDeepest));
}

void HtmlPageWriter::EnterBlock(const GumboNode* node) {
  const GumboElement& element = node->v.element;
  const GumboTag tag = element.tag;
  if (tag == GUMBO_TAG_PRE || tag == GUMBO_TAG_LISTING) ++preformatted_;
  if (const auto level = LevelOfPanelTitle(node); level && CanBeginHeading()) {
    Block();
    return BeginHeading(element, *level == 0 ? LevelBelowLast() : *level);
  }
  if (!IsBlock(tag)) return;
  Block();
  // A heading in a heading, or in a cell on one line, is a part of that line.
  if (const std::uint8_t level = HeadingLevel(tag); level != 0) {
    if (flat()) return;
    last_level_ = level;
    BeginHeading(element, level);
    return;
  }
  if (flat()) return;
  if (CanBeginHeading() && IsBoldHeading(node, style_)) {
    return BeginHeading(element, LevelBelowLast());
  }
  if (const auto kind = KindOf(element)) Begin(*kind);
}

void HtmlPageWriter::LeaveCell() {
  if (rows_.empty()) return;
  Row& row = rows_.back();
  if (row.is_cell_open) writer_.End();
  if (cell_words_ != nullptr) {
    const std::string_view words =
        engine::Trim(cell_text_, engine::kAsciiSpace);
    tables_.back().AddCell(row.cell, std::string(words));
    cell_words_ = nullptr;
  }
  row.is_cell_open = false;
  row.cell.reset();
}

// Ends things in the reverse order of Enter(): the cell before the blocks that
// its element began, and so the heading; counters last.
void HtmlPageWriter::Leave(const GumboElement& element) {
  const GumboTag tag = element.tag;
  if (tag == GUMBO_TAG_TD || tag == GUMBO_TAG_TH) LeaveCell();
  if (tag == GUMBO_TAG_TABLE && tables_.back().is_words()) {
    std::move(tables_.back()).WriteRows(writer_);
  }
  if (in_heading_ && open_.size() == heading_depth_) {
    in_heading_ = false;
    writer_.EndHeading();
  }
  const OpenElement open = open_.back();
  open_.pop_back();
  for (unsigned i = 0; i < open.blocks; ++i) writer_.End();
  if (open.is_judged) --judged_;
  if (IsSection(tag)) --sections_;
  if (HoldsFootnotes(element)) --footnotes_;
  note_links_ -= LeadsIntoPage(element);
  EndElement(tag);
}

void HtmlPageWriter::EndElement(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_LI:
      if (!flat()) writer_.EndItem();
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
    case GUMBO_TAG_TABLE:
      tables_.pop_back();
      return Block();
    default:
      if (IsBlock(tag)) Block();
  }
}

}  // namespace answerbox::client
