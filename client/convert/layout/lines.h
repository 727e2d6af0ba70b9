// Lines: runs that stand side by side and belong together. A line of a table
// has a line of its own for each cell, a line of two columns has two.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "client/convert/layout/runs.h"
#include "client/convert/layout/text_store.h"

namespace answerbox::client::layout {

enum class LineRole : std::uint8_t {
  kText,
  kRunning,  // Repeats at the edge of pages, or is a page number.
  kCells,    // Several cells on one line, outside of a table.
};

struct Line {
  Length left = 0;
  Length right = 0;
  Length top = 0;  // Of its main font: reference marks do not count.
  Length bottom = 0;
  Length text_left = 0;  // Where the text after the mark begins.
  Length size = 0;       // Of the font that most of its characters have.
  std::uint32_t family = 0;
  std::uint32_t typeface = 0;
  Color color = 0;
  std::uint32_t page = 0;
  std::uint32_t characters = 0;
  std::uint32_t contents_row =
      0;  // Row of a page of contents, from 1; 0: none.
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

// The mark and the text, parted by a blank.
[[nodiscard]] std::string FullText(const Line& line);

// Makes lines of one page's runs; their texts are kept in `store`. In no
// particular order. n log n. Large first letters join their words in `page`.
[[nodiscard]] std::vector<Line> MakeLines(RunPage& page,
                                          std::span<const FontFamily> families,
                                          TextStore& store);

}  // namespace answerbox::client::layout
