#include "client/convert/front_matter.h"

#include <algorithm>
#include <cctype>

namespace answerbox::client {
namespace {

// Cuts the first line off `text`, without its line end and trailing blanks.
std::string_view NextLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  while (!line.empty() &&
         (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
    line.remove_suffix(1);
  }
  return line;
}

bool IsKeyCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '-' || c == '.' || c == '"' || c == '\'' || c == ' ';
}

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

}  // namespace

std::string_view WithoutFrontMatter(std::string_view text) {
  std::string_view rest = text;
  if (NextLine(rest) != "---") return text;
  bool first = true;
  while (!rest.empty()) {
    const std::string_view line = NextLine(rest);
    if (line == "---" || line == "...") return first ? text : rest;
    if (!LooksLikeYaml(line) || (first && line.empty())) return text;
    first = false;
  }
  return text;
}

}  // namespace answerbox::client
