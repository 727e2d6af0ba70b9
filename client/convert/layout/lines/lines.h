// Lines: runs that stand side by side and belong together. Each cell of a
// table's row is a line of its own, and so is each side of two columns. Rows
// are lines at one height. Broken words become whole again when lines are
// joined.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "client/convert/layout/lines/runs.h"

namespace answerbox::client::layout {

// Keeps texts at stable addresses.
class TextStore {
 public:
  // Returns a copy of `text` that lives as long as this object.
  [[nodiscard]] std::string_view Keep(std::string_view text) {
    if (text.empty()) return {};
    if (text.size() > room_) {
      room_ = std::max(kChunkBytes, text.size());
      chunks_.push_back(std::make_unique<char[]>(room_));
      next_ = chunks_.back().get();
    }
    std::memcpy(next_, text.data(), text.size());
    const std::string_view kept(next_, text.size());
    next_ += text.size();
    room_ -= text.size();
    return kept;
  }

 private:
  static constexpr std::size_t kChunkBytes = 64u << 10;

  std::vector<std::unique_ptr<char[]>> chunks_;
  char* next_ = nullptr;
  std::size_t room_ = 0;
};

enum class LineRole : std::uint8_t {
  kText,
  kRunning,     // Repeats at the edge of pages, or is a page number.
  kCells,       // Several cells on one line, outside of a table.
  kTableTitle,  // Stands where running lines do, but names the table below.
  kTable,       // Without text; marks the place of a ruled table.
};

struct Line {
  Length left = 0;
  Length right = 0;
  Length top = 0;  // Of its main font, without reference marks.
  Length bottom = 0;
  Length text_left = 0;  // Where the text after the mark begins.
  Length size = 0;       // Of the font that most of its characters have.
  std::uint32_t family = 0;
  std::uint32_t typeface = 0;
  Color color = 0;
  std::uint32_t page = 0;
  std::uint32_t characters = 0;
  // Row on a page of contents, from 1; 0: none.
  std::uint32_t contents_row = 0;
  // The ruled table of its page that it stands in, from 1, and its cell there;
  // 0: none.
  std::uint32_t table = 0;
  std::uint32_t cell = 0;
  bool is_bold = false;
  bool is_italic = false;
  bool starts_raised = false;  // Begins with a small reference mark.
  bool has_link = false;
  bool is_web_link = false;  // All of it.
  LineRole role = LineRole::kText;
  std::string_view text;  // Without the mark.
  std::string_view mark;  // Of a list, or empty.

  [[nodiscard]] Length width() const noexcept { return right - left; }
  [[nodiscard]] Length height() const noexcept { return bottom - top; }
  [[nodiscard]] Length middle() const noexcept { return (top + bottom) / 2; }
};

// Returns the mark and the text, separated by a blank.
[[nodiscard]] std::string FullText(const Line& line);

// Makes lines of one page's runs, in no particular order; their texts are kept
// in `store`. n log n. Joins large first letters to their words in `page`.
[[nodiscard]] std::vector<Line> MakeLines(RunPage& page,
                                          std::span<const FontFamily> families,
                                          TextStore& store);

struct LinePage {
  std::uint32_t number = 0;
  Length width = 0;
  Length height = 0;
  std::vector<Line> lines;
};

// Lines are owned by their LinePage, which outlives rows and flows.
using LineRefs = std::vector<Line*>;

struct Row {
  LineRefs lines;  // From left to right, at least one.
  Length top = 0;
  Length bottom = 0;

  [[nodiscard]] bool has_cells() const noexcept { return lines.size() > 1; }
  [[nodiscard]] Length right() const noexcept {
    return (*std::ranges::max_element(lines, {}, &Line::right))->right;
  }
};

// Returns the rows from top to bottom. n log n.
[[nodiscard]] std::vector<Row> MakeRows(const LineRefs& lines);

// Merges the lines of a row into one, whose texts are kept in `store`.
[[nodiscard]] Line MergeRow(const Row& row, TextStore& store);

// Returns `raised`, a small raised run directly after the text `before`, as it
// is written in a line:
//   - A reference mark, after a word, a number or a sentence's end, becomes
//     "[1]", and "1,2" becomes "[1][2]": as plain digits it would become a part
//     of the word, and the sentence would not end there. So does a single
//     letter.
//   - An exponent, after 10, 2 or a unit of length, becomes superscript digits:
//     as plain digits 10 to the power of 3 would read 103.
// Other text stays as it is.
//   has_note  whether the page has a note that begins with `raised`
[[nodiscard]] std::string RaisedText(std::string_view before,
                                     std::string_view raised, bool has_note);

// Knows the words of the document, to tell "detec-/tion" from "self-/test".
class WordJoiner {
 public:
  void Learn(std::string_view text);

  // Appends a line to a text, with a blank or without, depending on the text's
  // end and the words of the document.
  void Append(std::string& text, std::string_view line) const;

 private:
  [[nodiscard]] bool KeepsHyphen(std::string_view before,
                                 std::string_view after) const;

  std::unordered_set<std::string> words_;       // Without hyphens.
  std::unordered_set<std::string> hyphenated_;  // "self-test".
};

}  // namespace answerbox::client::layout
