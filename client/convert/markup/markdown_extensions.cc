#include <algorithm>

#include "client/convert/markup/markdown_source.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// Cuts the first line off `text`, without its line end and trailing blanks.
std::string_view NextLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return engine::TrimEnd(line, engine::kLineBlanks);
}

bool IsKeyCharacter(char c) {
  return engine::Is(c, engine::kLetterByte | engine::kDigitByte) ||
         engine::IsOneOf(c, "_-.\"' ");
}

// A document may begin with a rule and end its first section with another. Only
// keys and items are front matter, so no prose is lost.
bool LooksLikeYaml(std::string_view line) {
  if (line.empty() || line[0] == ' ' || line[0] == '#') return true;
  if (line.starts_with("- ")) return true;
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && colon > 0 &&
         (colon + 1 == line.size() || line[colon + 1] == ' ') &&
         std::all_of(line.begin(),
                     line.begin() + static_cast<std::ptrdiff_t>(colon),
                     IsKeyCharacter);
}

// Whether it is a line of Hugo's front matter: "key = value", "[table]", and
// lists over several lines.
bool LooksLikeToml(std::string_view line) {
  if (line.empty() || engine::IsOneOf(line[0], " \t#[]\"'")) return true;
  const std::size_t equals = line.find('=');
  return equals != std::string_view::npos && equals > 0 &&
         std::all_of(line.begin(),
                     line.begin() + static_cast<std::ptrdiff_t>(equals),
                     IsKeyCharacter);
}

std::string_view WithoutOuterPipes(std::string_view line) {
  line = engine::Trim(line, engine::kBlanks);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  return line;
}

bool IsDelimiterCell(std::string_view cell) {
  cell = engine::Trim(cell, engine::kBlanks);
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

std::string_view WithoutFrontMatter(std::string_view text) {
  std::string_view rest = text;
  // Jekyll's convention, which pandoc, Hugo and Obsidian share: front matter
  // begins in the very first line.
  const std::string_view rule = NextLine(rest);
  const bool is_toml = rule == "+++";
  if (rule != "---" && !is_toml) return text;
  bool first = true;
  while (!rest.empty()) {
    const std::string_view line = NextLine(rest);
    if (line == rule || (line == "..." && !is_toml)) return first ? text : rest;
    const bool is_known = is_toml ? LooksLikeToml(line) : LooksLikeYaml(line);
    if (!is_known || (first && line.empty())) return text;
    first = false;
  }
  return text;
}

// GitHub Flavored Markdown, 4.10, except that the number of cells need not
// equal the head's: a row with one too few still makes a table for people.
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
    cells.push_back(engine::Trim(cell, engine::kBlanks));
    return true;
  });
  return cells;
}

}  // namespace answerbox::client
