#include "client/convert/pipe_table.h"

namespace answerbox::client {
namespace {

std::string_view Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::string_view WithoutOuterPipes(std::string_view line) {
  line = Trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  return line;
}

bool IsDelimiterCell(std::string_view cell) {
  cell = Trim(cell);
  if (cell.starts_with(':')) cell.remove_prefix(1);
  if (cell.ends_with(':')) cell.remove_suffix(1);
  return !cell.empty() && cell.find_first_not_of('-') == std::string_view::npos;
}

// Calls `visit` with each cell of a row. Returns false as soon as `visit` does.
template <typename Visit>
bool ForEachCell(std::string_view line, Visit visit) {
  std::string_view rest = WithoutOuterPipes(line);
  while (true) {
    const std::size_t pipe = rest.find('|');
    if (!visit(rest.substr(0, pipe))) return false;
    if (pipe == std::string_view::npos) return true;
    rest.remove_prefix(pipe + 1);
  }
}

}  // namespace

bool IsDelimiterRow(std::string_view line) {
  return line.find('|') != std::string_view::npos &&
         ForEachCell(line, IsDelimiterCell);
}

std::optional<std::size_t> FindTable(std::span<const std::string> lines) {
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (IsDelimiterRow(lines[i]) &&
        lines[i - 1].find('|') != std::string::npos) {
      return i - 1;
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> CellsOf(std::string_view line) {
  std::vector<std::string_view> cells;
  ForEachCell(line, [&cells](std::string_view cell) {
    cells.push_back(Trim(cell));
    return true;
  });
  return cells;
}

}  // namespace answerbox::client
