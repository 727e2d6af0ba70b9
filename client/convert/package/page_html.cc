#include "client/convert/package/page_html.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

#include "client/convert/markup/markup.h"
#include "client/convert/package/labels.h"
#include "engine/text/ascii.h"

namespace answerbox::client::package {

void RunLook::Take(const RunLook& nearer) {
  TakeIfSaid(bold, nearer.bold);
  TakeIfSaid(struck, nearer.struck);
  TakeIfSaid(hidden, nearer.hidden);
  TakeIfSaid(white, nearer.white);
  TakeIfSaid(shaded, nearer.shaded);
  TakeIfSaid(raised, nearer.raised);
}

std::optional<LeftOut> WhyLeftOut(const RunLook& look, bool has_ground) {
  if (look.hidden.value_or(false)) return LeftOut::kHidden;
  if (look.struck.value_or(false)) return LeftOut::kStruck;
  if (look.white.value_or(false) && !has_ground &&
      !look.shaded.value_or(false)) {
    return LeftOut::kCovered;
  }
  return std::nullopt;
}

bool IsWhite(std::string_view color) {
  if (color.size() != 6) return false;
  for (std::size_t i = 0; i < 6; i += 2) {
    unsigned part = 0;
    const char* end = color.data() + i + 2;
    if (std::from_chars(color.data() + i, end, part, 16).ptr != end) {
      return false;
    }
    if (part < 0xF8) return false;
  }
  return true;
}

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string Escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\0':
        break;
      case '\t':
        out += ' ';  // Line::Tab() writes tabulators that matter.
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string_view Trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

using Row = std::vector<std::string_view>;

Row CellsOf(std::string_view html) {
  Row cells;
  html = Trimmed(html, kBlanks);
  while (true) {
    const std::size_t tab = std::min(html.find('\t'), html.size());
    cells.push_back(Trimmed(html.substr(0, tab), kBlanks));
    if (tab == html.size()) return cells;
    html.remove_prefix(tab + 1);
  }
}

bool HaveSameWidth(const std::vector<Row>& rows) {
  return std::all_of(rows.begin(), rows.end(), [&rows](const Row& row) {
    return row.size() == rows.front().size();
  });
}

bool HasDigit(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

// A paragraph that contains tabulators.
struct TabbedLine {
  std::string html;
  bool is_bold;
};

// Returns the cells of paragraphs that look like a table made with the
// tabulator key; empty if they do not. A single label before a value is no
// table, nor is a typed list. Without tab stops people press the key repeatedly
// until the columns look straight: if rows differ in width, empty cells are
// dropped.
std::vector<Row> TabbedRows(const std::vector<TabbedLine>& lines) {
  constexpr std::size_t kMaxCellBytes = 120;
  std::vector<Row> rows;
  rows.reserve(lines.size());
  for (const TabbedLine& line : lines) rows.push_back(CellsOf(line.html));
  if (!HaveSameWidth(rows)) {
    for (Row& row : rows) {
      std::erase_if(row, [](std::string_view cell) { return cell.empty(); });
    }
    if (!HaveSameWidth(rows)) return {};
  }
  const std::size_t width = rows.front().size();
  if (width < 2 || rows.size() < (width == 2 ? 3 : 2)) return {};
  for (const Row& row : rows) {
    if (row.front().empty() || IsListMark(row.front())) return {};
    for (const std::string_view cell : row) {
      if (cell.size() > kMaxCellBytes) return {};
    }
  }
  return rows;
}

// Whether the first row names the columns: a column has numbers below it, or
// only this row is bold.
bool HasHeadRow(const std::vector<Row>& rows,
                const std::vector<TabbedLine>& lines) {
  if (lines.front().is_bold && !lines.back().is_bold) return true;
  const Row& head = rows.front();
  if (std::any_of(head.begin(), head.end(), HasDigit)) return false;
  for (std::size_t column = 1; column < head.size(); ++column) {
    if (!head[column].empty() &&
        std::all_of(rows.begin() + 1, rows.end(), [column](const Row& row) {
          return HasDigit(row[column]);
        })) {
      return rows.size() > 2;
    }
  }
  return false;
}

// Writes the lines as a table if they look like one, or else as paragraphs.
std::string TabbedHtml(const std::vector<TabbedLine>& lines) {
  std::string html;
  const std::vector<Row> rows = TabbedRows(lines);
  if (rows.empty()) {
    for (const TabbedLine& line : lines) html += "<p>" + line.html + "</p>\n";
    return html;
  }
  const bool has_head = HasHeadRow(rows, lines);
  html = "<table role=table>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string tag = has_head && i == 0 ? "th>" : "td>";
    html += "<tr>";
    for (const std::string_view cell : rows[i]) {
      html += "<" + tag + std::string(cell) + "</" + tag;
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

void ReplaceAll(std::string_view from, char to, std::string& text) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at)) {
    text.replace(at, from.size(), 1, to);
  }
}

}  // namespace

void Line::Close() {
  if (look_.raised != 0) html_ += look_.raised > 0 ? "</sup>" : "</sub>";
  if (look_.is_bold) html_ += "</strong>";
  look_ = {};
}

void Line::Text(std::string_view text, Look look) {
  if (text.empty()) return;
  if (engine::HasOnly(text, engine::kAsciiSpace)) {
    // A blank takes the look of the text before it; otherwise every word of a
    // bold line would be a separate element.
    html_ += ' ';
    return;
  }
  if (look != look_) {
    Close();
    if (look.is_bold) html_ += "<strong>";
    if (look.raised != 0) html_ += look.raised > 0 ? "<sup>" : "<sub>";
    look_ = look;
  }
  html_ += Escaped(text);
  has_words_ = true;
  has_plain_ = has_plain_ || !look.is_bold;
}

void Line::Raw(std::string_view html) {
  Close();
  html_ += html;
}

const std::string& Line::Html() {
  Close();
  return html_;
}

void PageHtml::Put(std::string_view html) {
  if (html.size() > kMaxPageBytes - html_.size()) {
    is_too_large_ = true;
    return;
  }
  html_ += html;
}

void PageHtml::Block(std::string_view begin, std::string_view end, Line& line) {
  if (!line.has_words()) return;
  Settle();
  Put("<" + std::string(begin) + ">" + line.Html() + "</" + std::string(end) +
      ">\n");
}

void PageHtml::Heading(int level, Line line) {
  const std::string tag = "h" + std::to_string(std::clamp(level, 1, 6));
  Block(tag, tag, line);
}

void PageHtml::Paragraph(Line line) {
  if (!line.has_words()) return;
  if (Trimmed(line.Html(), kBlanks).find('\t') != std::string_view::npos) {
    CloseLists();
    tabbed_.push_back(std::move(line));
    return;
  }
  Block("p", "p", line);
}

void PageHtml::WriteTabbed() {
  if (tabbed_.empty()) return;
  std::vector<TabbedLine> lines;
  lines.reserve(tabbed_.size());
  for (Line& line : tabbed_) lines.push_back({line.Html(), line.is_bold()});
  tabbed_.clear();
  Put(TabbedHtml(lines));
}

void PageHtml::CloseList() {
  Put(lists_.back().is_ordered ? "</li></ol>\n" : "</li></ul>\n");
  lists_.pop_back();
}

void PageHtml::CloseLists() {
  while (!lists_.empty()) CloseList();
}

void PageHtml::Settle() {
  WriteTabbed();
  CloseLists();
}

// Opens a list. A list within a list is in the item before it. Items of another
// list on the outermost level begin a separate list.
void PageHtml::OpenListFor(int level, int list, bool is_ordered) {
  while (!lists_.empty() && lists_.back().level > level) CloseList();
  if (!lists_.empty() && lists_.back().level == level) {
    if (lists_.back().list == list) return Put("</li>");
    CloseList();
  }
  Put(is_ordered ? "<ol>" : "<ul>");
  lists_.push_back({level, list, is_ordered});
}

void PageHtml::Item(int level, int list, const ItemLabel& label, Line line) {
  if (!line.has_words()) return;
  WriteTabbed();
  OpenListFor(level, list, label.number.has_value());
  std::string begin = "<li";
  if (label.number && lists_.back().is_ordered) {
    begin += " value=" + std::to_string(*label.number);
  }
  const bool is_plain = label.number && lists_.back().is_ordered &&
                        label.text == std::to_string(*label.number) + ".";
  if (is_plain) {
    // Our converter writes this label itself.
  } else if (!label.text.empty()) {
    begin += " data-label=\"" + Escaped(label.text) + "\"";
  } else if (lists_.back().is_ordered) {
    begin += " data-label=\"-\"";
  }
  Put(begin + ">" + line.Html());
}

void PageHtml::InItem(Line line) {
  if (lists_.empty() || !tabbed_.empty()) return Paragraph(std::move(line));
  if (line.has_words()) Put("<p>" + line.Html() + "</p>");
}

void PageHtml::Begin(std::string_view begin) {
  Settle();
  Put("<" + std::string(begin) + ">");
}

void PageHtml::End(std::string_view end) {
  Settle();
  Put("</" + std::string(end) + ">\n");
}

void PageHtml::Contents(std::vector<Line> lines) {
  Begin("nav");
  for (Line& line : lines) {
    // Our converter recognises contents, as opposed to a menu, by links into
    // the page.
    if (line.has_words())
      Put("<p><a href=\"#_\">" + line.Html() + "</a></p>\n");
  }
  End("nav");
}

void PageHtml::RunningLines(std::vector<Line> lines) {
  for (Line& line : lines) {
    if (!line.has_words()) continue;
    Begin("footer class=printfooter");
    Put("<p>" + line.Html() + "</p>");
    End("footer");
  }
}

void PageHtml::Notes(std::vector<std::vector<Line>> notes) {
  if (notes.empty()) return;
  Begin("section role=doc-endnotes class=footnotes");
  Put("<ol>");
  for (std::vector<Line>& note : notes) {
    Put("<li>");
    for (Line& line : note) {
      if (line.has_words()) Put("<p>" + line.Html() + "</p>");
    }
    Put("</li>\n");
  }
  Put("</ol>");
  End("section");
}

void PageHtml::Words(std::string_view text, const RunLook& look,
                     bool has_ground, Line& line) {
  if (const auto why = WhyLeftOut(look, has_ground)) {
    return LeaveOut(*why, text);
  }
  line.Text(text, {.is_bold = look.bold.value_or(false),
                   .raised = look.raised.value_or(0)});
}

Conversion<ConvertedDocument> PageHtml::Take() && {
  Settle();
  if (is_too_large_) {
    return Rejection{RejectionReason::kTooLarge,
                     "its text is too large: split it into parts"};
  }
  Conversion<ConvertedDocument> document =
      ConvertHtml(std::move(html_), PageTitle::kIgnored);
  if (!document) return document;
  notes_.is_structure_lost = document->notes.is_structure_lost;
  notes_.are_drawings_unread = document->notes.are_drawings_unread;
  document->notes = std::move(notes_);
  return document;
}

std::string SpansOf(int columns, int rows) {
  std::string spans;
  if (columns > 1) spans += " colspan=" + std::to_string(columns);
  if (rows > 1) spans += " rowspan=" + std::to_string(rows);
  return spans;
}

std::string WithTabbedTables(std::string_view html, std::string_view mark) {
  std::string out;
  out.reserve(html.size());
  std::vector<TabbedLine> tabbed;
  while (!html.empty()) {
    const std::size_t size = std::min(html.find('\n'), html.size() - 1) + 1;
    std::string line(html.substr(0, size));
    html.remove_prefix(size);
    const bool has_mark = line.find(mark) != std::string::npos;
    if (has_mark && line.starts_with("<p>") && line.ends_with("</p>\n")) {
      line = line.substr(3, line.size() - 8);
      ReplaceAll(mark, '\t', line);
      const bool is_bold = line.starts_with("<strong>");
      tabbed.push_back({std::move(line), is_bold});
      continue;
    }
    if (!tabbed.empty()) out += TabbedHtml(std::exchange(tabbed, {}));
    if (has_mark) ReplaceAll(mark, ' ', line);
    out += line;
  }
  if (!tabbed.empty()) out += TabbedHtml(tabbed);
  return out;
}

}  // namespace answerbox::client::package
