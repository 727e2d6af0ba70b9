// Builds the HTML page of a word processor's document. Our own converter of
// pages (markup/markup.h) reads it, so that their common work is done in one
// place. Formulas and charts become text and tables in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

// Overrides `value` with `nearer`, if that is defined.
template <typename T>
void TakeIfSaid(std::optional<T>& value, const std::optional<T>& nearer) {
  if (nearer) value = nearer;
}

// The look of a run of letters, as far as a word processor's styles define it.
// A member without a value is not defined by the style.
struct RunLook {
  std::optional<bool> bold = {};
  std::optional<bool> struck = {};
  std::optional<bool> hidden = {};
  std::optional<bool> white = {};   // Its colour is white, or nearly white.
  std::optional<bool> shaded = {};  // It has a ground of its own.
  std::optional<int> raised = {};   // As in Look.

  void Take(const RunLook& nearer);
};

// Returns why words of this look are left out.
//   has_ground  whether text around them may have a ground of its own
[[nodiscard]] std::optional<LeftOut> WhyLeftOut(const RunLook& look,
                                                bool has_ground);

// Whether a colour, six hexadecimal digits, has no part below 0xF8.
[[nodiscard]] bool IsWhite(std::string_view color);

// Bounds the page that our own converter is given. Pandoc's pages have the same
// bound.
inline constexpr std::size_t kMaxPageBytes = 64u << 20;

// The look of a run of letters.
struct Look {
  bool is_bold = false;
  int raised = 0;  // 1: above the line, -1: below it.
  bool operator==(const Look&) const = default;
};

// The words of one paragraph as HTML.
class Line {
 public:
  void Text(std::string_view text, Look look);
  // Writes HTML unchanged, such as an element.
  void Raw(std::string_view html);
  void Break() { Raw("<br>"); }
  // Says that what Raw wrote has words.
  void MarkWords() { has_words_ = true; }
  // Writes a tabulator, which may turn out to separate two cells.
  void Tab() { Raw("\t"); }

  [[nodiscard]] bool has_words() const { return has_words_; }
  // Whether it has words, and all of them are bold.
  [[nodiscard]] bool is_bold() const { return has_words_ && !has_plain_; }
  // Returns the HTML, with every open element closed.
  [[nodiscard]] const std::string& Html();

 private:
  void Close();

  std::string html_;
  Look look_;
  bool has_words_ = false;
  bool has_plain_ = false;  // Words that are not bold.
};

// The mark of an item, as the file shows it: "§ 3", "b)". Empty: a bullet.
struct ItemLabel {
  std::string text;
  std::optional<int> number;  // If the mark is only a number.
};

class PageHtml {
 public:
  void Title(Line line) { Block("h1 class=title", "h1", line); }
  // `level` counts from 1; levels past 6 become 6.
  void Heading(int level, Line line);
  // Paragraphs with tabulators that look like the rows of a table become a
  // table.
  void Paragraph(Line line);
  void Caption(Line line) { Block("figcaption", "figcaption", line); }
  // Items of one `list` belong together. `level` counts from 0.
  void Item(int level, int list, const ItemLabel& label, Line line);
  // Writes a further paragraph of the item that was written last.
  void InItem(Line line);

  // Elements with blocks inside, such as `begin` "td colspan=2" and `end` "td".
  void Begin(std::string_view begin);
  void End(std::string_view end);

  // Writes `lines` as contents, or as running lines.
  void Contents(std::vector<Line> lines);
  void RunningLines(std::vector<Line> lines);
  // Writes the notes of the document, numbered from 1.
  void Notes(std::vector<std::vector<Line>> notes);

  // Writes a table whose first `heads` rows are heads. `write(row, tag)` writes
  // the cells of a row as elements `tag`.
  template <typename Rows, typename Write>
  void Table(const Rows& rows, std::size_t heads, Write write) {
    Begin("table role=table");
    if (heads > 0) Begin("thead");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      write(rows[i], std::string(i < heads ? "th" : "td"));
      if (i + 1 == heads) End("thead");
    }
    End("table");
  }

  // Writes words of `line`. Struck, hidden and white words are left out of the
  // page, but noted for people who look for them.
  void Words(std::string_view text, const RunLook& look, bool has_ground,
             Line& line);

  // Notes that a part of the file with `text` is left out. As one text may be
  // in very many cells, all together have the bound of the page.
  void LeaveOut(LeftOut why, std::string_view text) {
    NoteLeftOut(why, text, notes_);
    is_too_large_ |= notes_.left_out_text.size() > kMaxPageBytes;
  }

  // Whether the page has exceeded its bound. Further output is lost, and Take()
  // refuses the document.
  [[nodiscard]] bool is_too_large() const { return is_too_large_; }

  // Returns the page as a document, with notes of what was left out. Errors:
  // those of ConvertHtml, and kTooLarge.
  [[nodiscard]] Conversion<ConvertedDocument> Take() &&;

 private:
  struct OpenList {
    int level;
    int list;
    bool is_ordered;
  };

  void Block(std::string_view begin, std::string_view end, Line& line);
  void OpenListFor(int level, int list, bool is_ordered);
  void CloseList();
  void CloseLists();
  void WriteTabbed();
  // Called before any other block: writes rows that were held back, and ends
  // lists.
  void Settle();
  void Put(std::string_view html);

  std::string html_ = "<!DOCTYPE html><meta charset=utf-8><body>";
  std::vector<OpenList> lists_;
  std::vector<Line> tabbed_;  // Paragraphs that may be rows of a table.
  ReadingNotes notes_;
  bool is_too_large_ = false;
};

// Returns the attributes of a cell, such as " colspan=2 rowspan=3".
[[nodiscard]] std::string SpansOf(int columns, int rows);

// Returns a page of pandoc's, one paragraph a line, in which paragraphs with
// tabulators, written as `mark`, become tables if they look like tables.
[[nodiscard]] std::string WithTabbedTables(std::string_view html,
                                           std::string_view mark);

// Formulas are written as a person would type them on a line: raised and
// lowered signs, "a/b", "√(x)".

// Writes a formula of Word (ECMA-376, part 1, 22.1, "Math").
void WriteWordMath(XmlNode formula, Look look, Line& line);

// Writes a formula of OpenDocument (MathML 3).
void WriteMathMl(XmlNode formula, Look look, Line& line);

// Reads the words and numbers of a chart (ECMA-376, part 1, 21.2), which a
// person reads off its axes, as a table with a row for each category.
// `root` is that of the part xl/charts/chart1.xml or word/charts/chart1.xml.
void WriteChart(XmlNode root, PageHtml& page);

}  // namespace answerbox::client::package
