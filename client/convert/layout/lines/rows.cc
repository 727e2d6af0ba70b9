#include <algorithm>
#include <cstdlib>
#include <string>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/lines.h"
#include "client/convert/layout/lines/list_marks.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

// Whether a line is the number of an item whose text is a line of its own, as
// their base lines differ slightly.
bool IsMarkOf(const Line& line, const Line& text) {
  return line.mark.empty() && IsListNumber(line.text) && text.mark.empty() &&
         HasLetters(text.text, 2) &&
         text.left - line.right < Percent(text.size, 400);
}

// Whether the first of several lines is a number or a word such as "Annex",
// rather than a cell.
bool IsNumberOfTitle(std::string_view text) {
  if (StartsWithSectionWord(text)) return true;
  Cursor cursor(text);
  cursor.TakeIf([](char32_t c) {
    return (c >= U'0' && c <= U'9') || (c >= U'A' && c <= U'Z');
  });
  if (cursor.offset() == 0) return false;
  cursor.TakeWhile(
      [](char32_t c) { return (c >= U'0' && c <= U'9') || c == U'.'; });
  return cursor.at_end();
}

}  // namespace

// Two lines are one row if their middles differ by less than two fifths of the
// smaller line's height. This joins a heading and small print beside it, but
// never the next line of a paragraph.
std::vector<Row> MakeRows(const LineRefs& lines) {
  struct Band {
    Length middle;
    Length height;
  };
  LineRefs order = lines;
  std::ranges::stable_sort(order, {}, &Line::middle);
  std::vector<Row> rows;
  std::vector<Band> bands;
  for (Line* line : order) {
    // Rows of different heights may interleave, but no more than a few do.
    constexpr std::size_t kTried = 3;
    std::size_t row = rows.size() - std::min(rows.size(), kTried);
    while (row < rows.size() &&
           std::abs(line->middle() - bands[row].middle) >=
               Percent(std::min(line->height(), bands[row].height), 40)) {
      ++row;
    }
    if (row == rows.size()) {
      rows.push_back({});
      bands.push_back({line->middle(), line->height()});
    }
    rows[row].lines.push_back(line);
  }
  for (Row& row : rows) {
    std::ranges::stable_sort(row.lines, {}, &Line::left);
    row.top = std::ranges::min(row.lines, {}, &Line::top)->top;
    row.bottom = std::ranges::max(row.lines, {}, &Line::bottom)->bottom;
  }
  return rows;
}

// The longest line sets the font, as a number beside it may have another.
Line MergeRow(const Row& row, TextStore& store) {
  const LineRefs& lines = row.lines;
  const Line& first = *lines.front();
  if (lines.size() == 1) return first;
  const Line& longest = **std::ranges::max_element(
      lines, {}, [](const Line* line) { return line->text.size(); });
  Line merged = longest;
  merged.left = first.left;
  merged.text_left = first.text_left;
  const bool is_mark = IsMarkOf(first, *lines[1]);
  merged.mark = is_mark ? first.text : first.mark;
  if (is_mark) merged.text_left = lines[1]->left;
  merged.starts_raised = first.starts_raised;
  merged.characters = 0;
  merged.role =
      first.role == LineRole::kTableTitle ? first.role : LineRole::kText;
  std::string text(is_mark ? std::string_view() : first.text);
  for (const Line* line : lines) {
    merged.right = std::max(merged.right, line->right);
    merged.is_bold &= line->is_bold;
    merged.is_italic &= line->is_italic;
    merged.characters += line->characters;
    if (merged.contents_row == 0) merged.contents_row = line->contents_row;
    if (line == &first) continue;
    if (!text.empty()) text += ' ';
    text += FullText(*line);
  }
  merged.text = store.Keep(text);
  // A wide gap outside of a table separates cells that no other row has.
  // LooksLikeHeading ignores such lines, as they would be nonsense headings.
  if (merged.role == LineRole::kText && merged.mark.empty() &&
      lines[1]->left - first.right > 2 * longest.size &&
      !IsNumberOfTitle(first.text)) {
    merged.role = LineRole::kCells;
  }
  return merged;
}

}  // namespace answerbox::client::layout
