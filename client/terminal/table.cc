#include "client/terminal/table.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kMinShortened = 12;

// Counts columns of the terminal; printf would count bytes.
std::string Padded(Align align, std::size_t width, const std::string& text) {
  const std::string padding(width - std::min(width, DisplayWidth(text)), ' ');
  return align == Align::kRight ? padding + text : text + padding;
}

void TrimRight(std::string& line) {
  while (line.ends_with(' ')) line.pop_back();
}

}  // namespace

// Cells are escaped once here, so that widths are those of the shown text.
void Table::AddRow(const std::vector<std::string>& cells) {
  assert(cells.size() == columns_.size());
  std::vector<std::string>& row = rows_.emplace_back();
  for (const std::string& cell : cells) row.push_back(Escaped(cell));
}

std::vector<std::size_t> Table::NaturalWidths() const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) {
    widths.push_back(DisplayWidth(column.title));
  }
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  return widths;
}

// Numbers are never shortened. Room is taken from the last column first, which
// can wrap, then from the widest column of words.
std::vector<std::size_t> Table::Widths(const Terminal& terminal) const {
  std::vector<std::size_t> widths = NaturalWidths();
  const std::size_t gaps = kGap * (widths.size() - 1);
  const std::size_t total = std::accumulate(widths.begin(), widths.end(), gaps);
  if (!terminal.is_terminal || total <= terminal.columns) return widths;

  std::size_t over = total - terminal.columns;
  const bool wraps = columns_.back().align == Align::kLeft;
  if (wraps && widths.back() > terminal.columns / 2) {
    const std::size_t cut =
        std::min(over, widths.back() - terminal.columns / 2);
    widths.back() -= cut;
    over -= cut;
  }
  std::size_t widest = widths.size();
  for (std::size_t i = 0; i + (wraps ? 1 : 0) < widths.size(); ++i) {
    if (columns_[i].align != Align::kLeft) continue;
    if (widest == widths.size() || widths[i] > widths[widest]) widest = i;
  }
  if (widest < widths.size() && widths[widest] > kMinShortened) {
    widths[widest] -= std::min(over, widths[widest] - kMinShortened);
  }
  return widths;
}

std::string Table::RenderRow(const std::vector<std::size_t>& widths,
                             const std::vector<std::string>& cells) const {
  const std::size_t last = columns_.size() - 1;
  std::string out;
  for (std::size_t i = 0; i < last; ++i) {
    out += Padded(columns_[i].align, widths[i], Shortened(cells[i], widths[i]));
    out.append(kGap, ' ');
  }
  if (columns_[last].align == Align::kRight) {
    return out + Padded(Align::kRight, widths[last], cells[last]) + "\n";
  }
  const std::size_t margin = DisplayWidth(out);
  bool first = true;
  for (const TextRange line :
       WrapLines(cells[last], widths[last], LineEnds::kJoin)) {
    if (!std::exchange(first, false)) out += "\n" + std::string(margin, ' ');
    out += cells[last].substr(line.begin, line.end - line.begin);
  }
  // Blanks at line ends would wrap on some terminals and spoil copied text.
  TrimRight(out);
  return out + "\n";
}

// For telephones and narrow windows: a table whose rows wrap anywhere is
// unreadable.
std::string Table::RenderLines(const Terminal& terminal) const {
  std::size_t margin = 0;
  for (const Column& column : columns_) {
    margin = std::max(margin, DisplayWidth(column.title));
  }
  std::string out;
  for (const auto& row : rows_) {
    out += Indented(row[0], terminal.columns, 0, kGap);
    for (std::size_t i = 1; i < row.size(); ++i) {
      if (row[i].empty()) continue;
      const std::string label =
          std::string(kGap, ' ') +
          Padded(Align::kLeft, margin, columns_[i].title) + "  ";
      out += LabelledRow(terminal, label, row[i]);
    }
  }
  return out;
}

std::string Table::Render(const Terminal& terminal) const {
  const std::vector<std::size_t> widths = Widths(terminal);
  const std::size_t total =
      std::accumulate(widths.begin(), widths.end(), kGap * (widths.size() - 1));
  if (terminal.is_terminal && total > terminal.columns) {
    return RenderLines(terminal);
  }
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  // The line end stays outside of the style: a dimmed line end dims the prompt
  // of some shells.
  std::string head = RenderRow(widths, titles);
  head.pop_back();
  std::string out = Styled(terminal, Style::kDim, head) + "\n";
  for (const auto& row : rows_) out += RenderRow(widths, row);
  return out;
}

}  // namespace answerbox::client
