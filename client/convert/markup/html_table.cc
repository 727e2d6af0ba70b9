#include "client/convert/markup/html_table.h"

#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>

#include "client/convert/markup/html_page.h"

namespace answerbox::client {
namespace {

constexpr int kMaxColumnSpan = 1000;  // As in browsers.
constexpr int kMaxRowSpan = engine::kMaxCellSpan;

bool IsElement(const GumboNode* node, GumboTag tag) {
  return node->type == GUMBO_NODE_ELEMENT && node->v.element.tag == tag;
}

bool IsCell(const GumboNode* node) {
  return IsElement(node, GUMBO_TAG_TD) || IsElement(node, GUMBO_TAG_TH);
}

template <typename Visit>
void ForEachChild(const GumboNode* node, Visit visit) {
  const GumboVector& children = node->v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    visit(static_cast<const GumboNode*>(children.data[i]));
  }
}

template <typename Visit>
// Gumbo puts every row into a thead, tbody or tfoot, following the HTML
// Standard, so rows are two levels down.
void ForEachRow(const GumboNode* table, Visit visit) {
  ForEachChild(table, [&visit](const GumboNode* part) {
    if (part->type != GUMBO_NODE_ELEMENT) return;
    ForEachChild(part, [&visit](const GumboNode* row) {
      if (IsElement(row, GUMBO_TAG_TR)) visit(row);
    });
  });
}

// Whether a row with blocks in its cells may belong to a table of data: it
// holds no heading, table or form, or hardly any text. People do write lists
// and small headings into cells of data, but layout tables hold whole parts of
// a page: a form, a menu, or long text below a heading. Looks at a bounded part
// of the row.
bool MayHoldData(const GumboNode* row) {
  constexpr std::size_t kFewBytes = 200;
  constexpr std::size_t kFewNodes = 200;
  bool holds_parts = false;  // Parts of a page.
  std::size_t bytes = 0;
  std::size_t nodes = 0;
  WalkHtml(
      row,
      [&](const GumboNode* node) {
        if (node->type == GUMBO_NODE_TEXT) {
          bytes += std::string_view(node->v.text.text).size();
        }
        ++nodes;
        const bool is_small = bytes <= kFewBytes && nodes <= kFewNodes;
        if (node->type != GUMBO_NODE_ELEMENT || (holds_parts && !is_small)) {
          return false;
        }
        const GumboTag tag = node->v.element.tag;
        holds_parts = holds_parts || HeadingLevel(tag) != 0 ||
                      tag == GUMBO_TAG_TABLE || tag == GUMBO_TAG_FORM ||
                      tag == GUMBO_TAG_NAV;
        return !holds_parts || is_small;
      },
      [](const GumboNode*) {});
  return !holds_parts || (bytes <= kFewBytes && nodes <= kFewNodes);
}

// Whether there are cells with words, all of them heads.
bool HoldsOnlyHeads(const GumboNode* row, const WordHolders& words) {
  bool only_heads = true;
  std::size_t heads = 0;
  ForEachChild(row, [&](const GumboNode* cell) {
    if (IsElement(cell, GUMBO_TAG_TH)) ++heads;
    if (IsElement(cell, GUMBO_TAG_TD) && words.Has(cell)) only_heads = false;
  });
  return only_heads && heads > 0;
}

std::size_t CountCells(const GumboNode* row) {
  std::size_t cells = 0;
  ForEachChild(row, [&cells](const GumboNode* cell) { cells += IsCell(cell); });
  return cells;
}

// Whether all words of the row are bold, and it has at least two cells.
bool IsBoldRow(const GumboNode* row, const PageStyle& style,
               const WordHolders& words) {
  std::size_t bold = 0;
  bool all_are = true;
  ForEachChild(row, [&](const GumboNode* cell) {
    if (!IsCell(cell) || !words.Has(cell)) return;
    ++bold;
    all_are = all_are && HoldsOnlyBold(cell, style);
  });
  return all_are && bold > 1;
}

// Whether the first row is bold and the second is not, as many people write a
// head. If each first cell is bold, these are names of rows.
bool HasBoldHead(const GumboNode* table, const PageStyle& style,
                 const WordHolders& words) {
  std::vector<const GumboNode*> rows;
  ForEachRow(table, [&rows](const GumboNode* row) {
    if (rows.size() < 2) rows.push_back(row);
  });
  return rows.size() == 2 && IsBoldRow(rows[0], style, words) &&
         !IsBoldRow(rows[1], style, words);
}

// Returns the ground of a row, or the one that all its cells have.
std::optional<PageColor> GroundOf(const GumboNode* row,
                                  const PageStyle& style) {
  if (const auto ground = style.Of(row->v.element).ground) return ground;
  std::optional<PageColor> common;
  bool is_common = true;
  ForEachChild(row, [&](const GumboNode* cell) {
    if (!IsCell(cell)) return;
    const auto ground = style.Of(cell->v.element).ground;
    is_common = is_common && ground && (!common || common == ground);
    if (ground) common = ground;
  });
  return is_common ? common : std::nullopt;
}

// Whether the first row has a ground that no row below has. If every second row
// is shaded, that only guides the eye.
bool HasShadedHead(const GumboNode* table, const PageStyle& style) {
  constexpr std::size_t kFewestRows = 3;
  constexpr std::size_t kMostRows = 16;
  std::size_t rows = 0;
  std::optional<PageColor> head;
  bool is_alone = true;
  ForEachRow(table, [&](const GumboNode* row) {
    if (++rows > kMostRows || !is_alone) return;
    const auto ground = GroundOf(row, style);
    if (rows == 1) {
      head = ground;
      is_alone = ground.has_value() && CountCells(row) > 1;
    } else {
      is_alone = ground != head;
    }
  });
  return is_alone && rows >= kFewestRows;
}

bool HasOnlyLines(const GumboNode* table) {
  bool only_lines = true;
  ForEachRow(table, [&only_lines](const GumboNode* row) {
    only_lines = only_lines && IsDataRow(row);
  });
  return only_lines;
}

// Whether a table holds data rather than the layout of a page. It does if it
// has a head or a caption, or if most of its rows are lines of words, or if its
// rows all have the same number of cells, two or more, that hold no headings,
// tables and forms, or hardly any text. A table of a single cell is layout.
bool IsDataTable(const GumboNode* table) {
  // The author marks it as layout (ARIA 1.2).
  if (HasWord(table->v.element, "role", "presentation")) return false;
  bool has_head = false;
  ForEachChild(table, [&has_head](const GumboNode* part) {
    has_head = has_head || IsElement(part, GUMBO_TAG_CAPTION) ||
               IsElement(part, GUMBO_TAG_THEAD);
  });
  std::size_t rows = 0;
  std::size_t cells = 0;
  std::size_t lines = 0;
  std::size_t first_width = 0;
  bool is_regular = true;
  ForEachRow(table, [&](const GumboNode* row) {
    std::size_t width = 0;
    ForEachChild(row, [&](const GumboNode* cell) {
      if (IsCell(cell)) ++width;
      has_head = has_head || IsElement(cell, GUMBO_TAG_TH);
    });
    if (width == 0) return;
    if (rows == 0) first_width = width;
    ++rows;
    cells += width;
    if (IsDataRow(row)) {
      ++lines;
    } else {
      is_regular = is_regular && MayHoldData(row);
    }
    is_regular = is_regular && width == first_width;
  });
  // A frame around a single cell is a box.
  if (cells < 2) return false;
  // The author marks it as a table; files of word processors do so for every
  // table.
  if (HasWord(table->v.element, "role", "table")) return true;
  // Pages of the nineties use tables for layout, without a head and with rows
  // of different widths.
  return has_head || 2 * lines > rows ||
         (is_regular && rows > 1 && first_width > 1);
}

}  // namespace

// Marks the elements around each text, up to one that is marked already.
WordHolders::WordHolders(const GumboNode* root) {
  WalkHtml(
      root,
      [this](const GumboNode* node) {
        if (node->type == GUMBO_NODE_TEXT) {
          for (const GumboNode* around = node->parent;
               around != nullptr && holders_.insert(around).second;) {
            around = around->parent;
          }
        }
        return node->type == GUMBO_NODE_ELEMENT;
      },
      [](const GumboNode*) {});
}

HtmlTable::HtmlTable(const GumboNode* table, const PageStyle& style,
                     const WordHolders& words, bool may_hold_lines)
    : holders_(&words),
      is_data_(IsDataTable(table)),
      is_words_(is_data_ && may_hold_lines && HasOnlyLines(table)),
      has_head_look_(is_data_ && (HasBoldHead(table, style, words) ||
                                  HasShadedHead(table, style))) {}

void HtmlTable::AddCell(const std::optional<engine::TextBlock>& shape,
                        std::string text) {
  const std::size_t row = rows_ - 1;
  if (words_.size() <= row) words_.resize(row + 1);
  if (text.empty()) return;
  // Past the last column that a block can name, words are a part of the row.
  constexpr std::size_t kPastColumns = 1u << 16;
  words_[row].push_back(
      shape ? TableCell{.text = std::move(text),
                        .column = shape->column,
                        .row_span = shape->row_span,
                        .column_span = shape->column_span,
                        .flags = shape->flags}
            : TableCell{.text = std::move(text), .column = kPastColumns});
}

void HtmlTable::WriteRows(BlockWriter& writer) && {
  RepeatGroups(words_);
  WriteTableRows(words_, writer);
}
engine::TextBlock HtmlTable::EnterRow(const GumboNode* row) {
  const GumboNode* part = row->parent;
  // A head alone in a later row names the group of rows below it.
  row_heads_columns_ =
      (part != nullptr && IsElement(part, GUMBO_TAG_THEAD)) ||
      (HoldsOnlyHeads(row, *holders_) && (rows_ == 0 || CountCells(row) > 1)) ||
      (rows_ == 0 && has_head_look_);
  column_ = 0;
  return {.row = rows_++, .kind = engine::TextBlockKind::kRow};
}

// A `th` beside data heads its row unless it says otherwise, as in the first
// column of most tables.
std::uint8_t HtmlTable::FlagsOf(const GumboElement& cell) const {
  if (row_heads_columns_) return engine::kHeadsColumn;
  if (cell.tag != GUMBO_TAG_TH) return 0;
  return HasWord(cell, "scope", "col") ? engine::kHeadsColumn
                                       : engine::kHeadsRow;
}

std::optional<engine::TextBlock> HtmlTable::EnterCell(
    const GumboElement& cell) {
  const std::uint32_t row = rows_ - 1;
  const int columns = NumberOf(cell, "colspan", 1, kMaxColumnSpan).value_or(1);
  const int rows = NumberOf(cell, "rowspan", 1, kMaxRowSpan).value_or(1);
  column_ = grid_.FreeColumn(row, column_);
  const std::size_t begin = column_;
  column_ += static_cast<std::size_t>(columns);
  // The words stay as text of the row.
  if (column_ > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
  grid_.Take(row, begin, static_cast<std::uint32_t>(rows),
             static_cast<std::size_t>(columns));
  return engine::TextBlock{.row = row,
                           .column = static_cast<std::uint16_t>(begin),
                           .row_span = static_cast<std::uint16_t>(rows),
                           .column_span = static_cast<std::uint16_t>(columns),
                           .kind = engine::TextBlockKind::kCell,
                           .flags = FlagsOf(cell)};
}

}  // namespace answerbox::client
