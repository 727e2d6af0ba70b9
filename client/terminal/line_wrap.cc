#include "client/terminal/line_wrap.h"

#include <algorithm>

#include "client/terminal/printable.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// Text narrower than a word reads worse than text wrapped by the terminal
// itself.
constexpr std::size_t kMinTextColumns = 8;  // Whatever the indentation.
constexpr std::size_t kMinBesideLabel = 16;

std::size_t WordEnd(std::string_view text, std::size_t at) {
  return std::min(text.find_first_of(engine::kAsciiSpace, at), text.size());
}

}  // namespace

std::vector<TextRange> WrapLines(std::string_view text, std::size_t columns,
                                 LineEnds line_ends) {
  std::vector<TextRange> lines;
  std::size_t used = 0;  // Columns taken in the last line.
  bool open = false;     // Whether the last line can take more words.
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t newlines = 0;
    for (; at < text.size() && engine::IsOneOf(text[at], engine::kAsciiSpace);
         ++at) {
      if (text[at] == '\n') ++newlines;
    }
    if (at == text.size()) break;
    if (newlines > 1 && !lines.empty()) {
      lines.push_back({at, at});
      open = false;
    } else if (newlines == 1 && line_ends == LineEnds::kKeep) {
      open = false;
    }
    const std::size_t end = WordEnd(text, at);
    const std::size_t width = DisplayWidth(text.substr(at, end - at));
    // The blanks between two words stay as they are: code and figures are
    // aligned with them.
    const std::size_t gap = open ? at - lines.back().end : 0;
    if (open && used + gap + width <= columns) {
      lines.back().end = end;
      used += gap + width;
      at = end;
      continue;
    }
    const std::size_t fits =
        // At least a byte, so that the loop ends on a terminal of no columns.
        std::max<std::size_t>(FitsInto(text.substr(at, end - at), columns), 1);
    lines.push_back({at, at + fits});
    used = std::min(width, columns);
    at += fits;
    open = true;
  }
  return lines;
}

std::string Indented(std::string_view text, std::size_t columns,
                     std::size_t first, std::size_t others) {
  const std::size_t indent = std::max(first, others);
  const std::size_t width =
      std::max(columns, indent + kMinTextColumns) - indent;
  std::string out;
  for (const TextRange line : WrapLines(text, width, LineEnds::kJoin)) {
    out.append(out.empty() ? first : others, ' ');
    out += text.substr(line.begin, line.end - line.begin);
    out += '\n';
  }
  return out;
}

std::string SentenceLines(const Terminal& terminal, std::string_view sentence) {
  const std::string safe = Escaped(sentence);
  return terminal.is_terminal ? Indented(safe, terminal.columns, 0, 0)
                              : safe + "\n";
}

std::string LabelledRow(const Terminal& terminal, std::string_view label,
                        std::string_view text) {
  constexpr std::size_t kBelow = 2;
  // Beside the label if 16 columns are left there, else below it.
  const std::string safe = Escaped(text);
  const std::size_t margin = DisplayWidth(label);
  const std::string head = Styled(terminal, Style::kDim, label);
  if (!terminal.is_terminal ||
      margin + DisplayWidth(safe) <= terminal.columns) {
    return head + safe + "\n";
  }
  if (terminal.columns < margin + kMinBesideLabel) {
    const std::size_t indent = label.find_first_not_of(' ');
    return Styled(terminal, Style::kDim,
                  Indented(label, terminal.columns, indent, indent)) +
           Indented(safe, terminal.columns, indent + kBelow, indent + kBelow);
  }
  return head + Indented(safe, terminal.columns, margin, margin).substr(margin);
}

std::string RenderLine(const Terminal& terminal, std::string_view text,
                       TextRange line, std::span<const StyledRange> styles) {
  // Styles may overlap. Between two cuts each style applies to all or nothing,
  // so every piece gets the union of the styles that cover it.
  std::vector<std::size_t> cuts = {line.begin, line.end};
  for (const StyledRange& styled : styles) {
    for (const std::size_t cut : {styled.range.begin, styled.range.end}) {
      if (cut > line.begin && cut < line.end) cuts.push_back(cut);
    }
  }
  std::sort(cuts.begin(), cuts.end());
  std::string out;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    Style style = Style::kPlain;
    for (const StyledRange& styled : styles) {
      if (styled.range.begin <= cuts[i] && cuts[i + 1] <= styled.range.end) {
        style = style | styled.style;
      }
    }
    out += Styled(terminal, style,
                  BlankedOut(text.substr(cuts[i], cuts[i + 1] - cuts[i])));
  }
  return out;
}

std::string StyledLines(const Terminal& terminal, Style style,
                        std::string_view text, std::size_t columns,
                        std::string_view indent) {
  std::string out;
  for (const TextRange line : WrapLines(text, columns, LineEnds::kJoin)) {
    out += indent;
    out += Styled(terminal, style,
                  text.substr(line.begin, line.end - line.begin)) +
           "\n";
  }
  return out;
}

std::string WrappedText(const Terminal& terminal, std::string_view text) {
  std::string out;
  for (const TextRange line :
       WrapLines(text, terminal.columns, LineEnds::kKeep)) {
    out += RenderLine(terminal, text, line, {}) + "\n";
  }
  return out;
}

}  // namespace answerbox::client
