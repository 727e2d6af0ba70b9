#include "client/commands/markdown_text.h"

#include <cstddef>

#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

using engine::IsDigit;
using engine::IsLetter;

// Whether `c`, followed by `next`, is Markdown markup inside a line.
bool IsMarkup(char c, char next) {
  switch (c) {
    case '\\':
    case '`':
    case '*':
    case '_':
    case '[':
    case ']':
    case '|':
      return true;
    // "<" is markup only where it begins a tag: "5 < 8" stays as it is. The
    // same holds for entities.
    case '<':
      return IsLetter(next) || next == '/' || next == '!' || next == '?';
    case '&':
      return IsLetter(next) || next == '#';
    default:
      return false;
  }
}

}  // namespace

std::string MarkdownText(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (IsMarkup(line[i], i + 1 < line.size() ? line[i + 1] : ' ')) out += '\\';
    out += line[i];
  }
  // A heading, an item or a rule is marked at the beginning of a line.
  std::size_t digits = 0;
  while (digits < out.size() && IsDigit(out[digits])) ++digits;
  const char mark = digits < out.size() ? out[digits] : ' ';
  const bool begins_block =
      digits == 0
          ? std::string_view("#>-+=~:").find(mark) != std::string_view::npos
          : mark == '.' || mark == ')';
  if (begins_block) out.insert(digits, 1, '\\');
  return out;
}

}  // namespace answerbox::client
