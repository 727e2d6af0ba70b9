// The page of HTML that a document of a word processor becomes. Our own
// converter of pages (markup/markup.h) reads it, so what both have in common is
// done in one place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/document/reading_notes.h"
#include "client/convert/package/run_look.h"

namespace answerbox::client::package {

// The page that our own converter is given. The bound is pandoc's, whose pages
// it reads as well.
inline constexpr std::size_t kMaxPageBytes = 64u << 20;

// How a run of letters looks.
struct Look {
  bool is_bold = false;
  int raised = 0;  // 1: above the line, -1: below it.
  bool operator==(const Look&) const = default;
};

// The words of one paragraph as HTML.
class Line {
 public:
  void Text(std::string_view text, Look look);
  // As it is, such as an element of HTML.
  void Raw(std::string_view html);
  void Break() { Raw("<br>"); }
  // What was written raw has words.
  void MarkWords() { has_words_ = true; }
  // A tabulator, which may turn out to part two cells.
  void Tab() { Raw("\t"); }

  [[nodiscard]] bool has_words() const { return has_words_; }
  // Whether it has words, and all of them are bold.
  [[nodiscard]] bool is_bold() const { return has_words_ && !has_plain_; }
  // The HTML, with every element that was opened closed.
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
  std::optional<int> number;  // Where the mark is but a number.
};

class PageHtml {
 public:
  void Title(Line line) { Block("h1 class=title", "h1", line); }
  // `level` from 1; past 6 it is 6.
  void Heading(int level, Line line);
  // Paragraphs with tabulators that look like the rows of a table become one.
  void Paragraph(Line line);
  void Caption(Line line) { Block("figcaption", "figcaption", line); }
  // `level` from 0 and `list` tell which items belong together.
  void Item(int level, int list, const ItemLabel& label, Line line);
  // A further paragraph of the item that was written last.
  void InItem(Line line);

  // Elements with blocks inside: `begin` as "td colspan=2", `end` as "td".
  void Begin(std::string_view begin);
  void End(std::string_view end);

  // Contents and running lines, which `lines` are.
  void Contents(std::vector<Line> lines);
  void RunningLines(std::vector<Line> lines);
  // The notes of the document, numbered from 1.
  void Notes(std::vector<std::vector<Line>> notes);

  // A table whose first `heads` rows are heads. `write(row, tag)` writes a row
  // with its cells, which are elements `tag`.
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

  // Words of `line`. Struck, hidden and white words are not what the page says,
  // but somebody who looks for them must be told that they are there.
  void Words(std::string_view text, const RunLook& look, bool has_ground,
             Line& line);

  // A part of the file is left out, `text` in it. One may stand in very many
  // cells, so all together have the bound of the page.
  void LeaveOut(LeftOut why, std::string_view text) {
    NoteLeftOut(why, text, notes_);
    is_too_large_ |= notes_.left_out_text.size() > kMaxPageBytes;
  }

  // What is written from now on is lost, and the document will be refused.
  [[nodiscard]] bool is_too_large() const { return is_too_large_; }

  // The page as a document, with notes of what was left out. Errors: those of
  // ConvertHtml, and kTooLarge.
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
  // Before any other block: writes rows that were held back, and ends lists.
  void Settle();
  void Put(std::string_view html);

  std::string html_ = "<!DOCTYPE html><meta charset=utf-8><body>";
  std::vector<OpenList> lists_;
  std::vector<Line> tabbed_;  // Paragraphs that may be rows of a table.
  ReadingNotes notes_;
  bool is_too_large_ = false;
};

// The attributes of a cell: " colspan=2 rowspan=3".
[[nodiscard]] std::string SpansOf(int columns, int rows);

// A page of pandoc's, a paragraph a line, in which paragraphs with tabulators,
// written as `mark`, are tables where they look so.
[[nodiscard]] std::string WithTabbedTables(std::string_view html,
                                           std::string_view mark);

}  // namespace answerbox::client::package
