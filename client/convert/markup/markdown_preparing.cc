#include <algorithm>
#include <utility>
#include <vector>

#include "client/convert/markup/markdown_dialects.h"
#include "client/convert/markup/markdown_source.h"
#include "client/convert/markup/markup.h"
#include "client/convert/markup/protected_text.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

std::string_view CutLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

constexpr std::string_view kPercents = "%%";

// Returns a line without the comments "%% ... %%" that begin and end in it.
std::string WithoutPercentComments(std::string_view line) {
  std::string out;
  while (true) {
    const std::size_t begin = line.find(kPercents);
    const std::size_t end = begin == std::string_view::npos
                                ? begin
                                : line.find(kPercents, begin + 2);
    const std::string_view before = line.substr(0, begin);
    const bool in_code = std::ranges::count(before, '`') % 2 != 0;
    if (end == std::string_view::npos || in_code) return out.append(line);
    out += before;
    line.remove_prefix(end + 2);
  }
}

class Preparer {
 public:
  explicit Preparer(std::string_view source, unsigned depth = 0)
      : rest_(source),
        has_tight_headings_(HasTightHeadings(source)),
        depth_(depth) {}

  PreparedMarkdown Prepare() {
    while (!rest_.empty()) {
      const std::string_view line = CutLine(rest_);
      AppendLine(line);
      was_blank_ = engine::HasOnly(line, engine::kAsciiSpace);
      if (!was_blank_) last_ = engine::Trim(line, engine::kLineBlanks);
    }
    return std::move(prepared_);
  }

 private:
  static constexpr std::size_t kCodeIndent = 4;

  void AppendLine(std::string_view line) {
    const bool follows_text = std::exchange(was_text_, false);
    if (!fence_.empty()) {
      if (in_note_) line = Dedented(line);
      if (ClosesFence(engine::Trim(line, engine::kLineBlanks), fence_)) {
        fence_ = {};
      }
      return Append(line);
    }
    const bool is_blank = engine::HasOnly(line, engine::kAsciiSpace);
    if (in_note_ && !is_blank) {
      const std::string_view dedented = Dedented(line);
      in_note_ = !was_blank_ || dedented.size() < line.size();
      line = dedented;
    }
    const std::string_view text = engine::Trim(line, engine::kLineBlanks);
    fence_ = FenceOf(text);
    if (!fence_.empty()) {
      if (text.starts_with(markup_end_)) markup_end_ = {};
      return Append(line);
    }
    const std::size_t begin =
        std::min(line.find_first_not_of(' '), line.size());
    const bool is_text = !IsMarkup(line) && !is_blank && begin < kCodeIndent &&
                         line[begin] != '\t';
    const bool is_outermost = is_text && begin == 0 && !in_note_;
    // Pandoc's frames around paragraphs, and kramdown's abbreviations, whose
    // meaning pages do not show.
    if (text.starts_with(":::")) {
      if (!is_outermost || !TakeFrame(text)) Append({});
      return;
    }
    if (text.starts_with("*[") && text.find("]: ") != std::string_view::npos) {
      return;
    }
    if (SkipComment(text)) return;
    if (!is_blank && begin < kCodeIndent && BeginNote(text)) return;
    if (!is_blank && begin >= kCodeIndent && was_blank_) {
      return Append(line);  // It may be code.
    }
    if (is_outermost && TakeBlock(text)) return;
    was_text_ = is_text;
    if (is_text && AppendDialect(line.substr(0, begin), text, follows_text)) {
      return;
    }
    Append(WithoutPercentComments(line));
  }

  // Whether a line may belong to HTML, or to code in a list, in which nothing
  // is a mark of a dialect. In doubt it does, up to a blank line or the end of
  // an element that may hold blank lines.
  bool IsMarkup(std::string_view line) {
    std::string lower(line);
    for (char& c : lower) c = engine::ToLowerAscii(c);
    if (!markup_end_.empty()) {
      if (lower.find(markup_end_) != std::string::npos) markup_end_ = {};
      return true;
    }
    constexpr std::pair<std::string_view, std::string_view> kElements[] = {
        {"<pre", "</pre"},     {"<script", "</script"},
        {"<style", "</style"}, {"<textarea", "</textarea"},
        {"<!--", "-->"},       {"<?", "?>"},
        {"<![cdata[", "]]>"},  {"```", "```"},
        {"~~~", "~~~"}};
    if (was_blank_) in_markup_ = false;
    for (const auto& [open, close] : kElements) {
      const std::size_t at = lower.find(open);
      if (at == std::string::npos) continue;
      in_markup_ = true;
      if (lower.find(close, at + open.size()) == std::string::npos) {
        markup_end_ = close;
      }
    }
    in_markup_ = in_markup_ || lower.find('<') != std::string::npos;
    return in_markup_;
  }

  bool TakeBlock(std::string_view text) {
    return TakeIndentedBox(text) || (was_blank_ && TakeGrid(text));
  }

  // Appends a line that a dialect reads otherwise than CommonMark.
  bool AppendDialect(std::string_view indent, std::string_view text,
                     bool follows_text) {
    if (IsTightHeading(text)) {
      const std::size_t hashes = text.find_first_not_of('#');
      Append(std::string(indent) + std::string(text.substr(0, hashes)) + " " +
             std::string(text.substr(hashes)));
      return true;
    }
    has_marks_ = !was_blank_ && has_marks_;
    if (IsMoreThan(text, follows_text)) {
      Append(std::string(indent) + "\\" + std::string(text));
      return true;
    }
    // Lines of quotes and tables break as they do in CommonMark.
    has_marks_ =
        has_marks_ || text.find_first_of(">|") != std::string_view::npos;
    // A hard break, as two blanks make it.
    if (follows_text && !has_marks_ && !last_.ends_with('\\') &&
        BeginsWithLabel(last_) && BeginsWithLabel(text)) {
      prepared_.text.insert(prepared_.text.size() - 1, "  ");
    }
    if (!was_blank_ || !indent.empty() || in_note_) return false;
    const std::string_view title = TitleAboveText(text);
    if (title.empty()) return false;
    Append("**" + std::string(text.substr(0, text.find(' ') + 1)) +
           std::string(title.substr(2)));
    return true;
  }

  // Whether ">10 %" in the midst of a paragraph says "more than".
  bool IsMoreThan(std::string_view text, bool follows_text) const {
    std::string_view rest = rest_;
    return text.size() > 1 && text[0] == '>' && engine::IsDigit(text[1]) &&
           follows_text && !has_marks_ && !last_.ends_with(':') &&
           (engine::IsWordByte(last_[0]) || last_.starts_with("- ")) &&
           !engine::Trim(CutLine(rest), engine::kLineBlanks).starts_with('>');
  }

  // The title in a list of this item alone above a paragraph beside it, as
  // people number the titles of sections. Their numbers follow each other.
  std::string_view TitleAboveText(std::string_view text) {
    const std::string_view title = TitleOfItem(text);
    if (title.empty() || !TitleOfItem(last_).empty()) return {};
    unsigned number = 0;
    for (const char c : text.substr(0, text.find('.'))) {
      number = number * 10 + static_cast<unsigned>(c - '0');
    }
    std::string_view rest = rest_;
    const std::string_view blank = CutLine(rest);
    const std::string_view next = CutLine(rest);
    if ((number != 1 && number != last_title_ + 1) ||
        !engine::HasOnly(blank, engine::kAsciiSpace) || next.empty() ||
        !engine::IsWordByte(next[0]) || engine::IsDigit(next[0])) {
      return {};
    }
    last_title_ = number;
    return title;
  }

  // Appends a grid table of Pandoc as a pipe table. One with merged cells is
  // left as it is.
  bool TakeGrid(std::string_view text) {
    const std::size_t columns = GridColumns(text);
    if (columns == 0) return false;
    std::string rows;
    std::string head;
    std::vector<std::string> row(columns);
    bool has_row = false;
    std::string_view after = rest_;
    for (std::string_view rest = rest_; !rest.empty(); after = rest) {
      const std::string_view line =
          engine::Trim(CutLine(rest), engine::kLineBlanks);
      if (GridColumns(line) == columns && has_row) {
        for (std::string& cell : row) rows += "| " + std::exchange(cell, {});
        rows += "|\n";
        has_row = false;
        if (line[1] != '=') continue;
        if (!head.empty() || std::ranges::count(rows, '\n') > 1) return false;
        head = std::exchange(rows, {});
        continue;
      }
      const std::vector<std::string_view> cells = GridCells(line);
      if (cells.size() != columns) {
        if (line.starts_with('+') || line.starts_with('|')) return false;
        break;
      }
      has_row = true;
      for (std::size_t i = 0; i < columns; ++i) {
        if (!row[i].empty() && !cells[i].empty()) row[i] += ' ';
        row[i] += cells[i];
      }
    }
    if (has_row || rows.empty()) return false;
    rest_ = after;
    std::string rule;
    for (std::size_t i = 0; i < columns; ++i) rule += "|---";
    if (head.empty()) head = std::string(columns + 1, '|') + "\n";
    std::string table = head + rule + "|\n" + rows;
    for (std::string_view lines = table; !lines.empty();) {
      Append(CutLine(lines));
    }
    Append({});
    return true;
  }

  bool IsTightHeading(std::string_view text) const {
    const std::size_t hashes = text.find_first_not_of('#');
    if (!has_tight_headings_ || hashes == std::string_view::npos ||
        hashes == 0 || hashes > 6 || !engine::IsLetter(text[hashes])) {
      return false;
    }
    // "#pump #winter" are tags: one hash begins the file's title alone.
    return hashes > 1 ||
           (last_.empty() && text[1] >= 'A' && text[1] <= 'Z' &&
            text.find_first_of("#:", 1) == std::string_view::npos);
  }

  // Appends a box as the quote that GitHub and Obsidian write it as.
  void AppendBox(const BoxHead& head, std::string_view body) {
    PreparedMarkdown inside = Preparer(body, depth_ + 1).Prepare();
    prepared_.notes.merge(inside.notes);
    const auto append = [&](std::string_view line) {
      prepared_.text += "> ";
      prepared_.text += line;
      prepared_.text += '\n';
    };
    prepared_.text += '\n';
    if (!head.title || !head.title->empty()) {
      std::string title = "[!" + std::string(head.kind) + "] ";
      AppendEscaped(head.title.value_or(""), title);
      append(title);
    }
    std::string_view lines = inside.text;
    while (lines.starts_with('\n')) lines.remove_prefix(1);
    while (!lines.empty()) append(CutLine(lines));
    prepared_.text += '\n';
  }

  static constexpr unsigned kDeepestBox = 8;

  bool TakeIndentedBox(std::string_view line) {
    const BoxHead head = IndentedBoxOf(line);
    if (head.kind.empty() || depth_ == kDeepestBox) return false;
    std::string body;
    std::string_view after = rest_;
    for (std::string_view rest = rest_; !rest.empty(); after = rest) {
      std::string_view next = CutLine(rest);
      if (!engine::HasOnly(next, engine::kAsciiSpace)) {
        const std::string_view dedented = Dedented(next);
        if (dedented.size() == next.size()) break;
        next = dedented;
      }
      body.append(next) += '\n';
    }
    if (!head.title && engine::HasOnly(body, engine::kAsciiSpace)) return false;
    rest_ = after;
    AppendBox(head, body);
    return true;
  }

  // A frame with a name that no program shows as a box, and one that never
  // ends, is left to its words.
  bool TakeFrame(std::string_view text) {
    const BoxHead head = FrameOf(text);
    if (head.kind.empty() || !frames_end_ || depth_ == kDeepestBox)
      return false;
    unsigned open = 1;
    std::string_view fence;
    std::string_view rest = rest_;
    while (!rest.empty()) {
      const std::size_t size = rest_.size() - rest.size();
      const std::string_view line =
          engine::Trim(CutLine(rest), engine::kLineBlanks);
      if (!fence.empty()) {
        if (ClosesFence(line, fence)) fence = {};
        continue;
      }
      fence = FenceOf(line);
      if (!line.starts_with(":::")) continue;
      const bool closes =
          line.find_first_not_of(": ") == std::string_view::npos;
      open += closes ? -1u : 1u;
      if (open > 0) continue;
      const std::string_view body = rest_.substr(0, size);
      rest_ = rest;
      AppendBox(head, body);
      return true;
    }
    frames_end_ = false;
    return false;
  }

  void Append(std::string_view line) {
    AppendEscaped(line, prepared_.text);
    prepared_.text += '\n';
  }

  // Further paragraphs of a note are indented by four, but are no code.
  static std::string_view Dedented(std::string_view line) {
    if (line.starts_with('\t')) return line.substr(1);
    return line.starts_with("    ") ? line.substr(4) : line;
  }

  // Skips a comment of several lines. One that never ends is text.
  bool SkipComment(std::string_view text) {
    if (text.starts_with("{::comment}")) return SkipTo("{:/", kramdown_ends_);
    const bool opens = text.starts_with(kPercents) &&
                       text.find(kPercents, 2) == std::string_view::npos;
    return opens && SkipTo(kPercents, obsidian_ends_);
  }

  // `ends` becomes false once no mark was found, so that the rest is not
  // searched again.
  bool SkipTo(std::string_view mark, bool& ends) {
    const std::size_t end = ends ? rest_.find(mark) : std::string_view::npos;
    ends = end != std::string_view::npos;
    if (!ends) return false;
    rest_.remove_prefix(end);
    (void)CutLine(rest_);
    return true;
  }

  bool BeginNote(std::string_view text) {
    if (!text.starts_with("[^")) return false;
    const std::size_t end = text.find("]:");
    if (end == std::string_view::npos || end < 3 || end > kLongestLabel) {
      return false;
    }
    const std::string_view label = text.substr(2, end - 2);
    if (label.find_first_of(" []") != std::string_view::npos) return false;
    prepared_.notes.emplace(label);
    prepared_.text += '\n';
    prepared_.text += kNoteBegin;
    prepared_.text += Protected(label);
    prepared_.text += kNoteEnd;
    Append(text.substr(end + 2));
    in_note_ = true;
    return true;
  }

  std::string_view rest_;
  PreparedMarkdown prepared_;
  std::string_view fence_;       // What opened the code; empty: not in code.
  std::string_view markup_end_;  // What ends the open element.
  std::string_view last_;        // The last line that is not blank, trimmed.
  bool has_tight_headings_ = false;
  unsigned depth_ = 0;       // Of boxes in boxes.
  unsigned last_title_ = 0;  // The number of the last title.
  bool was_blank_ = true;
  bool was_text_ = false;   // The line before, and no code or HTML.
  bool has_marks_ = false;  // Of quotes or tables: the paragraph.
  bool in_markup_ = false;
  bool frames_end_ = true;
  bool in_note_ = false;
  bool kramdown_ends_ = true;
  bool obsidian_ends_ = true;
};

}  // namespace

PreparedMarkdown PrepareMarkdown(std::string_view source) {
  return Preparer(source).Prepare();
}

}  // namespace answerbox::client
