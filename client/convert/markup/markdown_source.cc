#include "client/convert/markup/markdown_source.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// The heap of the current parse in this thread. It cannot be an argument, as
// cmark passes only sizes to its allocator.
thread_local ParserHeap* heap_of_parse = nullptr;

void* AllocateZeroed(std::size_t count, std::size_t size) {
  // Calls with more than one element are for structures, so the product can't
  // overflow.
  void* memory = heap_of_parse->Allocate(count * size);
  std::memset(memory, 0, count * size);
  return memory;
}

void* Reallocate(void* memory, std::size_t size) {
  return heap_of_parse->Reallocate(memory, size);
}

void Release(void* memory) { heap_of_parse->Release(memory); }

cmark_mem allocator = {AllocateZeroed, Reallocate, Release};

}  // namespace

MarkdownTree::MarkdownTree(std::unique_ptr<ParserHeap> heap, cmark_node* root)
    : heap_(std::move(heap)), root_(root) {}

// The lambda owns nothing with a destructor: when the budget is spent, the heap
// leaves it by longjmp, and frees the parser's memory itself.
Conversion<MarkdownTree> MarkdownTree::Parse(std::string_view markdown,
                                             ParserBudget& budget) {
  auto heap = std::make_unique<ParserHeap>(budget);
  heap_of_parse = heap.get();
  cmark_node* root = nullptr;
  const bool parsed = heap->Run([&root, markdown] {
    cmark_parser* parser =
        cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &allocator);
    cmark_parser_feed(parser, markdown.data(), markdown.size());
    root = cmark_parser_finish(parser);
    cmark_parser_free(parser);
  });
  heap_of_parse = nullptr;
  if (!parsed) return ParserBudget::Spent();
  return MarkdownTree(std::move(heap), root);
}

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
