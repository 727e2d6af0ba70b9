// Finds what is usual in a document: its body font, how often each style
// occurs, how far lines are apart. Headings differ from it. Also finds running
// lines, contents, headings and items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <unordered_set>

#include "client/convert/layout/lines/lines.h"

namespace answerbox::client::layout {

// Distances of neighbouring lines within paragraphs, by font size.
class LinePitches {
 public:
  // Counts the distance if `next` continues the sentence of `line`.
  void Add(const Line& line, const Line& next);

  // Returns the commonest distance for a size, or the largest of several about
  // as common ones. 0 if fewer than `least` lines were counted.
  [[nodiscard]] Length Commonest(Length size, std::uint32_t least) const;

 private:
  // Counts by distance in whole pixels.
  std::map<Length, std::map<Length, std::uint32_t>> counts_;
};

struct DocumentStyle {
  Length body_size = 0;
  std::uint32_t body_family = 0;
  std::uint32_t body_typeface = 0;
  Color body_color = 0;
  bool is_body_bold = false;
  std::uint64_t characters = 0;
  LinePitches pitches;
  // WordKey of each title in the outline and in the contents.
  std::unordered_set<std::string> titles;
  // WordKey of each line that looks like a heading.
  std::unordered_set<std::string> heading_lines;

  // Returns how many characters have the style of `line`.
  [[nodiscard]] std::uint64_t CharactersLike(const Line& line) const;

  // Size, family, colour, bold, italic.
  using Style = std::tuple<Length, std::uint32_t, Color, bool, bool>;
  std::map<Style, std::uint64_t> styles;
};

// Preconditions: running lines and contents are marked in `pages`.
[[nodiscard]] DocumentStyle FindStyle(std::span<const LinePage> pages,
                                      std::span<const std::string> outline);

// Finds numbers in the left margin that count each line of the page's text, or
// each fifth or tenth, as in drafts and judgments. They become one line of
// LineRole::kRunning, its text kept in `store`.
void SetLineNumbersApart(LinePage& page, TextStore& store);

// Finds running lines and page numbers. Sets LineRole::kRunning for lines at
// the edges of pages that repeat on other pages, are page numbers, or stand
// where such lines stand on other pages.
void MarkRunningLines(std::span<LinePage> pages);

// Finds contents: titles that lead to page numbers. Sets Line::contents_row of
// the lines of a table of contents (or of figures). Lines of one row, and the
// rows of one broken entry, get the same value.
//   page_count  of the document: no page number is far beyond it
void MarkContents(LinePage& page, std::size_t page_count);

// Whether a line looks like a heading by itself: larger, bolder, in another
// typeface, or numbered in another style.
[[nodiscard]] bool LooksLikeHeading(const Line& line,
                                    const DocumentStyle& style);

// Whether a size is that of a heading: clearly above the body's size.
[[nodiscard]] bool IsLarge(Length size, const DocumentStyle& style);

// Whether line `i`, which has a mark, is an item. A bullet is enough; a number
// needs a neighbour in sequence, or a hanging indent.
//   lines        of one column, from top to bottom
//   last_places  MarkPlaces of the last item before this column
[[nodiscard]] bool IsListItem(std::span<const Line> lines, std::size_t i,
                              std::span<const std::int32_t> last_places);

}  // namespace answerbox::client::layout
