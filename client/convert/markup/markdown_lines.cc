#include "client/convert/markup/markdown_lines.h"

#include <algorithm>
#include <iterator>

#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kBoxKinds[] = {
    "note",    "tip",    "info", "important", "warning",
    "caution", "danger", "hint", "attention", "error"};

bool IsInBold(std::string_view text) {
  constexpr std::string_view kBold = "**";
  return text.size() > 4 && text.starts_with(kBold) &&
         text.find(kBold, 3) == text.size() - 2 &&
         text.find("](") == std::string_view::npos &&
         !engine::IsOneOf(text[text.size() - 3], ".!?");
}

}  // namespace

std::string_view FenceOf(std::string_view text) {
  const char sign = text.empty() ? ' ' : text[0];
  if (sign != '`' && sign != '~') return {};
  const std::size_t end = std::min(text.find_first_not_of(sign), text.size());
  constexpr std::size_t kShortest = 3;
  const bool is_code_span =
      sign == '`' && text.substr(end).find('`') != std::string_view::npos;
  return end < kShortest || is_code_span ? std::string_view()
                                         : text.substr(0, end);
}

bool ClosesFence(std::string_view text, std::string_view fence) {
  return text.starts_with(fence) &&
         text.find_first_not_of(fence[0]) == std::string_view::npos;
}

bool HasTightHeadings(std::string_view source) {
  std::string_view fence;
  while (!source.empty()) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    const std::string_view line = source.substr(0, end);
    source.remove_prefix(std::min(end + 1, source.size()));
    const std::string_view text = engine::Trim(line, engine::kLineBlanks);
    if (!fence.empty()) {
      if (ClosesFence(text, fence)) fence = {};
      continue;
    }
    fence = FenceOf(text);
    if (line.size() > 2 && line.starts_with("##") &&
        engine::IsLetter(line[2])) {
      return true;
    }
  }
  return false;
}

BoxHead IndentedBoxOf(std::string_view line) {
  const std::string_view sign = line.substr(0, 3);
  if (sign != "!!!" && sign != "???" && sign != "===") return {};
  line.remove_prefix(3);
  if (line.starts_with('+') || line.starts_with('!')) line.remove_prefix(1);
  if (!line.starts_with(' ')) return {};
  line = engine::Trim(line, engine::kAsciiSpace);
  const std::size_t quote = std::min(line.find('"'), line.size());
  const std::string_view words =
      engine::TrimEnd(line.substr(0, quote), engine::kAsciiSpace);
  const bool has_title = quote < line.size();
  if (has_title != (line.size() > quote + 1 && line.ends_with('"'))) return {};
  if (words.empty() != (sign == "===") || (words.empty() && !has_title)) {
    return {};
  }
  const std::size_t end = std::min(words.find(' '), words.size());
  const std::string_view kind = words.empty() ? "tab" : words.substr(0, end);
  const std::string_view place = words.substr(end);
  if (!std::ranges::all_of(kind, engine::IsLetter) ||
      (!place.empty() && place != " inline" && place != " inline end")) {
    return {};
  }
  BoxHead head{.kind = kind};
  if (has_title) head.title = line.substr(quote + 1, line.size() - quote - 2);
  return head;
}

BoxHead FrameOf(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(':'), line.size()));
  line = engine::Trim(line, engine::kAsciiSpace);
  const bool is_in_braces = line.starts_with('{');
  if (is_in_braces) line.remove_prefix(1);
  const std::size_t end = std::min(
      line.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), line.size());
  const std::string_view kind = line.substr(0, end);
  if (std::ranges::find(kBoxKinds, kind) == std::end(kBoxKinds)) return {};
  if (end < line.size() && !engine::IsOneOf(line[end], " \t[{}")) return {};
  std::string_view title = engine::Trim(line.substr(end), engine::kLineBlanks);
  if (is_in_braces || title.starts_with('{')) {
    title.remove_prefix(std::min(title.find('}'), title.size()));
  }
  title = engine::Trim(title, "[]} \t\r:");
  BoxHead head{.kind = kind};
  if (!title.empty()) head.title = title;
  return head;
}

std::vector<std::string_view> GridCells(std::string_view text) {
  std::vector<std::string_view> cells;
  if (text.size() < 2 || text[0] != '|' || text.back() != '|') return cells;
  text.remove_prefix(1);
  while (!text.empty()) {
    const std::size_t bar = text.find('|');
    cells.push_back(engine::Trim(text.substr(0, bar), engine::kAsciiSpace));
    text.remove_prefix(bar + 1);
  }
  return cells;
}

std::size_t GridColumns(std::string_view text) {
  const bool is_border =
      text.size() > 2 && text[0] == '+' && text.back() == '+' &&
      text.find_first_not_of("+-=:") == std::string_view::npos;
  return is_border ? static_cast<std::size_t>(std::ranges::count(text, '+')) - 1
                   : 0;
}

bool BeginsWithLabel(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon > kLongest ||
      text.find('|') != std::string_view::npos) {
    return false;
  }
  const std::string_view after = text.substr(colon + 1);
  const std::string_view label = engine::Trim(text.substr(0, colon), "* ");
  return !label.empty() && label[0] >= 'A' && label[0] <= 'Z' &&
         (after.empty() || after.starts_with(' ') || after.starts_with("**")) &&
         std::ranges::all_of(label, [](char c) {
           return engine::IsWordByte(c) || engine::IsOneOf(c, " -/()'");
         });
}

std::string_view TitleOfItem(std::string_view text) {
  const std::size_t end = text.find_first_not_of("0123456789");
  if (end == 0 || end == std::string_view::npos || end > 3) return {};
  if (!text.substr(end).starts_with(". ")) return {};
  const std::string_view title =
      engine::Trim(text.substr(end + 2), engine::kAsciiSpace);
  return IsInBold(title) ? title : std::string_view();
}

}  // namespace answerbox::client
