#include "daemon/client/terminal/table.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "daemon/client/terminal/printable.h"
#include "daemon/client/terminal/text_width.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kMinShortened = 12;

void AppendCell(const Column& column, std::size_t width, bool is_last,
                const std::string& cell, std::string& line) {
  const std::string text = Shortened(cell, width);
  const std::string padding(width - std::min(width, DisplayWidth(text)), ' ');
  if (column.align == Align::kRight) {
    line += padding + text;
  } else {
    line += text;
    if (!is_last) line += padding;
  }
  if (!is_last) line.append(kGap, ' ');
}

std::string RenderRow(const std::vector<Column>& columns,
                      const std::vector<std::size_t>& widths,
                      const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    AppendCell(columns[i], widths[i], i + 1 == columns.size(), cells[i], line);
  }
  return line;
}

}  // namespace

void Table::AddRow(const std::vector<std::string>& cells) {
  assert(cells.size() == columns_.size());
  std::vector<std::string>& row = rows_.emplace_back();
  for (const std::string& cell : cells) row.push_back(Escaped(cell));
}

std::vector<std::size_t> Table::Widths(const Terminal& terminal) const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) {
    widths.push_back(DisplayWidth(column.title));
  }
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  if (!terminal.is_terminal) return widths;
  const std::size_t total =
      std::accumulate(widths.begin(), widths.end(),
                      kGap * (widths.empty() ? 0 : widths.size() - 1));
  if (total <= terminal.columns) return widths;
  std::size_t widest = widths.size();
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (columns_[i].align != Align::kLeft) continue;
    if (widest == widths.size() || widths[i] > widths[widest]) widest = i;
  }
  if (widest == widths.size()) return widths;
  const std::size_t over = total - terminal.columns;
  const std::size_t least = std::min(widths[widest], kMinShortened);
  widths[widest] =
      std::max(widths[widest] - std::min(over, widths[widest]), least);
  return widths;
}

std::string Table::Render(const Terminal& terminal) const {
  const std::vector<std::size_t> widths = Widths(terminal);
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  std::string out =
      Styled(terminal, Style::kDim, RenderRow(columns_, widths, titles)) + "\n";
  for (const auto& row : rows_) out += RenderRow(columns_, widths, row) + "\n";
  return out;
}

}  // namespace answerbox::client
