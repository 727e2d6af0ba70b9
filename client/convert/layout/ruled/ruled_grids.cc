#include "client/convert/layout/ruled/ruled_grids.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "client/convert/layout/lines/list_marks.h"
#include "client/convert/layout/lines/mended_runs.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

// Records which lines meet, directly or through others (union-find).
class Meetings {
 public:
  explicit Meetings(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }
  std::size_t RootOf(std::size_t line) {
    while (parents_[line] != line) {
      line = parents_[line] = parents_[parents_[line]];
    }
    return line;
  }
  void Join(std::size_t a, std::size_t b) { parents_[RootOf(a)] = RootOf(b); }

 private:
  std::vector<std::size_t> parents_;
};

bool Reaches(const GridLine& line, Length place) {
  return line.begin - kMeetingLines <= place &&
         place <= line.end + kMeetingLines;
}

// What two rules have between them.
enum class Between { kColumns, kLine, kText };

class TextBetween {
 public:
  explicit TextBetween(const std::vector<Run>& runs) {
    for (const Run& run : runs) by_height_.emplace(run.top + run.bottom, &run);
  }

  // kColumns: most rows of text have wide gaps, and the texts between these are
  // short.
  [[nodiscard]] Between KindOf(const GridLine& above,
                               const GridLine& below) const {
    constexpr std::size_t kShort = 40;
    std::vector<const Run*> row;
    Counts counts;
    for (auto at = by_height_.lower_bound(2 * above.place);
         at != by_height_.end() && at->first <= 2 * below.place; ++at) {
      const Run& run = *at->second;
      if (run.right < above.begin || run.left > above.end) continue;
      if (!row.empty() &&
          at->first - row.back()->top - row.back()->bottom > run.height()) {
        counts.Add(row);
        row.clear();
      }
      row.push_back(&run);
    }
    counts.Add(row);
    if (counts.parted * 2 >= std::max<std::size_t>(1, counts.rows) &&
        counts.bytes <= counts.texts * kShort) {
      return Between::kColumns;
    }
    return counts.rows < 2 ? Between::kLine : Between::kText;
  }

 private:
  struct Counts {
    std::size_t rows = 0;
    std::size_t parted = 0;  // Rows with a wide gap.
    std::size_t texts = 0;   // Texts separated by wide gaps.
    std::size_t bytes = 0;

    void Add(std::vector<const Run*>& row) {
      if (row.empty()) return;
      std::ranges::sort(row, {}, &Run::left);
      std::size_t gaps = 0;
      for (std::size_t i = 0; i < row.size(); ++i) {
        bytes += row[i]->text.size();
        if (i == 0 || row[i]->left - row[i - 1]->right < row[i]->font.size) {
          continue;
        }
        const std::string_view text = row[i - 1]->text;
        const bool is_mark =
            i == 1 && (IsListNumber(text) || IsSectionNumber(text) ||
                       IsBullet(text, false));
        if (!is_mark) ++gaps;
      }
      ++rows;
      texts += gaps + 1;
      if (gaps > 0) ++parted;
    }
  };

  std::multimap<Length, const Run*> by_height_;  // Twice the middle.
};

bool AreAligned(const GridLine& a, const GridLine& b) {
  return std::abs(a.begin - b.begin) <= kMeetingLines &&
         std::abs(a.end - b.end) <= kMeetingLines;
}

// Horizontal lines of equal width belong together if there are columns between
// them. A single line of text between columns is the name of a group.
void JoinAligned(const std::vector<GridLine>& lines, const TextBetween& text,
                 Meetings& meetings) {
  const std::size_t none = lines.size();
  std::vector<bool> is_joined(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::size_t above = none;  // The last line that columns joined.
    if (is_joined[i]) continue;
    std::size_t last = i;
    for (std::size_t k = i + 1; k < lines.size(); ++k) {
      if (!AreAligned(lines[i], lines[k])) continue;
      const Between between = text.KindOf(lines[last], lines[k]);
      is_joined[k] = true;
      if (between == Between::kColumns) {
        if (above != none) meetings.Join(above, last);
        meetings.Join(last, k);
        above = k;
      } else if (between == Between::kText) {
        above = none;
      }
      last = k;
    }
  }
}

// Returns the lines of each grid.
std::vector<GridLines> PartsOf(const GridLines& lines,
                               const TextBetween& text) {
  const std::size_t levels = lines.level.size();
  Meetings meetings(levels + lines.upright.size());
  for (std::size_t i = 0; i < levels; ++i) {
    for (std::size_t k = 0; k < lines.upright.size(); ++k) {
      if (Reaches(lines.level[i], lines.upright[k].place) &&
          Reaches(lines.upright[k], lines.level[i].place)) {
        meetings.Join(i, levels + k);
      }
    }
  }
  JoinAligned(lines.level, text, meetings);
  std::map<std::size_t, GridLines> parts;
  for (std::size_t i = 0; i < levels; ++i) {
    parts[meetings.RootOf(i)].level.push_back(lines.level[i]);
  }
  for (std::size_t k = 0; k < lines.upright.size(); ++k) {
    parts[meetings.RootOf(levels + k)].upright.push_back(lines.upright[k]);
  }
  std::vector<GridLines> found;
  for (auto& [root, part] : parts) {
    if (part.level.size() > (part.upright.empty() ? 2u : 0u)) {
      found.push_back(std::move(part));
    }
  }
  return found;
}

// If every other row has a ground, the first or last row may have none. Such a
// row is added if it has columns within the height of a row.
void AddOuterRows(const TextBetween& text, std::vector<GridLine>& level) {
  const std::size_t count = level.size();
  if (count < 3) return;
  const auto add = [&](const GridLine& outer, const GridLine& inner,
                       Length height) {
    GridLine added = outer;
    added.place += height;
    if (outer.is_rule || !AreAligned(outer, inner)) return;
    if (text.KindOf(std::ranges::min(outer, added, {}, &GridLine::place),
                    std::ranges::max(outer, added, {}, &GridLine::place)) ==
        Between::kColumns) {
      level.push_back(added);
    }
  };
  add(level[count - 1], level[count - 2],
      level[count - 2].place - level[count - 3].place);
  add(level[0], level[1], level[1].place - level[2].place);
  std::ranges::stable_sort(level, {}, &GridLine::place);
}

// Returns the places of the lines, and the ends of the lines across them if
// they reach farther.
std::vector<Length> BordersOf(const std::vector<GridLine>& lines,
                              const std::vector<GridLine>& across) {
  constexpr Length kOpenSide = Pixels(8);
  std::vector<Length> borders;
  for (const GridLine& line : lines) {
    if (borders.empty() || line.place > borders.back()) {
      borders.push_back(line.place);
    }
  }
  if (across.empty()) return borders;
  const Length begin = std::ranges::min(across, {}, &GridLine::begin).begin;
  const Length end = std::ranges::max(across, {}, &GridLine::end).end;
  if (borders.empty()) return {begin, end};
  if (begin < borders.front() - kOpenSide) {
    borders.insert(borders.begin(), begin);
  }
  if (end > borders.back() + kOpenSide) borders.push_back(end);
  return borders;
}

// For each place, which of the stretches between `borders` have a line there:
// one that covers their middle half.
using Drawn = std::vector<std::vector<bool>>;  // By place, then by stretch.

Drawn DrawnStretches(const std::vector<GridLine>& lines,
                     const std::vector<Length>& places,
                     const std::vector<Length>& borders) {
  Drawn drawn(places.size(), std::vector<bool>(borders.size() - 1));
  for (const GridLine& line : lines) {
    const auto at = static_cast<std::size_t>(
        std::ranges::lower_bound(places, line.place) - places.begin());
    for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
      const Length quarter = (borders[i + 1] - borders[i]) / 4;
      if (line.begin <= borders[i] + quarter &&
          line.end >= borders[i + 1] - quarter) {
        drawn[at][i] = true;
      }
    }
  }
  return drawn;
}

// Makes cells of the places that no line separates. Areas that are not
// rectangles become several cells.
class CellMaker {
 public:
  CellMaker(const GridLines& lines, RuledGrid& grid)
      : grid_(grid),
        level_(DrawnStretches(lines.level, grid.rows, grid.columns)),
        upright_(DrawnStretches(lines.upright, grid.columns, grid.rows)) {}

  // A rule through the middle of words separates no cells.
  void OpenAtWords(const std::vector<Run>& runs) {
    for (const Run& run : runs) {
      const Length middle = (run.left + run.right) / 2;
      const Length fifth = run.height() / 5;
      const auto row = std::ranges::lower_bound(grid_.rows, run.top + fifth);
      if (row == grid_.rows.end() || *row > run.bottom - fifth ||
          middle < grid_.left() || middle >= grid_.right()) {
        continue;
      }
      const auto column = std::ranges::upper_bound(grid_.columns, middle);
      level_[static_cast<std::size_t>(row - grid_.rows.begin())]
            [static_cast<std::size_t>(column - grid_.columns.begin() - 1)] =
                false;
    }
  }

  void Make() {
    constexpr std::uint32_t kNone = UINT32_MAX;
    const std::size_t columns = grid_.column_count();
    grid_.cell_at.assign(grid_.row_count() * columns, kNone);
    for (std::size_t row = 0; row < grid_.row_count(); ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        if (grid_.cell_at[row * columns + column] == kNone) Add(row, column);
      }
    }
  }

 private:
  void Add(std::size_t row, std::size_t column) {
    const std::size_t columns = grid_.column_count();
    std::size_t right = column + 1;
    while (right < columns && !upright_[right][row]) ++right;
    std::size_t below = row + 1;
    while (below < grid_.row_count() && GoesOn(below, column, right)) ++below;
    for (std::size_t y = row; y < below; ++y) {
      for (std::size_t x = column; x < right; ++x) {
        grid_.cell_at[y * columns + x] =
            static_cast<std::uint32_t>(grid_.cells.size());
      }
    }
    grid_.cells.push_back({static_cast<std::uint16_t>(row),
                           static_cast<std::uint16_t>(column),
                           static_cast<std::uint16_t>(below - row),
                           static_cast<std::uint16_t>(right - column)});
  }

  // Whether a row continues the cell above: no line lies above it or between
  // its columns, and lines or the grid's edge bound its sides.
  [[nodiscard]] bool GoesOn(std::size_t row, std::size_t column,
                            std::size_t right) const {
    for (std::size_t x = column; x < right; ++x) {
      if (level_[row][x] || (x > column && upright_[x][row])) return false;
    }
    return (column == 0 || upright_[column][row]) &&
           (right == grid_.column_count() || upright_[right][row]);
  }

  RuledGrid& grid_;
  Drawn level_;
  Drawn upright_;
};

}  // namespace

std::optional<std::size_t> RuledGrid::CellAt(Length x, Length y) const {
  if (x < left() || x >= right() || y < top() || y >= bottom()) {
    return std::nullopt;
  }
  const auto column = std::ranges::upper_bound(columns, x) - columns.begin();
  const auto row = std::ranges::upper_bound(rows, y) - rows.begin();
  return cell_at[static_cast<std::size_t>(row - 1) * column_count() +
                 static_cast<std::size_t>(column - 1)];
}

std::vector<RuledGrid> FindRuledGrids(const DrawnPage& drawn,
                                      const std::vector<Run>& runs) {
  constexpr std::size_t kMaxColumns = 128;  // A person could not read more.
  std::vector<RuledGrid> grids;
  const TextBetween text(runs);
  for (GridLines& part : PartsOf(FindGridLines(drawn), text)) {
    AddOuterRows(text, part.level);
    RuledGrid grid;
    grid.rows = BordersOf(part.level, part.upright);
    grid.columns = BordersOf(part.upright, part.level);
    if (grid.rows.size() < 2 || grid.columns.size() < 2 ||
        grid.row_count() * grid.column_count() < 2 ||
        grid.column_count() > kMaxColumns ||
        grid.row_count() * grid.column_count() > kMaxGridPlaces) {
      continue;
    }
    grid.has_rules = std::ranges::any_of(part.level, &GridLine::is_rule) ||
                     std::ranges::any_of(part.upright, &GridLine::is_rule);
    CellMaker cells(part, grid);
    cells.OpenAtWords(runs);
    cells.Make();
    if (grid.cells.size() > 1) grids.push_back(std::move(grid));
  }
  std::ranges::stable_sort(grids, std::greater<>(), [](const RuledGrid& grid) {
    return std::int64_t{grid.right() - grid.left()} *
           (grid.bottom() - grid.top());
  });
  if (grids.size() > kMaxGrids) grids.resize(kMaxGrids);
  return grids;
}

namespace {

Length MiddleOf(const Run& run) { return (run.top + run.bottom) / 2; }

bool IsInside(const Run& run, const RuledGrid& grid) {
  const Length middle = MiddleOf(run);
  return middle >= grid.top() && middle < grid.bottom() &&
         run.right > grid.left() && run.left < grid.right();
}

// Whether a border of two cells lies in the gap between two words.
bool AreParted(const RuledGrid& grid, const Word& word, const Word& next,
               const Run& run) {
  const Length reach = Percent(run.font.size, 15);
  const auto border =
      std::ranges::lower_bound(grid.columns, word.right - reach);
  return border != grid.columns.end() && *border <= next.left + reach &&
         grid.CellAt(*border - 1, MiddleOf(run)) !=
             grid.CellAt(*border, MiddleOf(run));
}

// Splits a run at the borders of cells.
std::vector<Run> PartsOf(const RuledGrid& grid, const WordPage& page_words,
                         Run run) {
  if (grid.CellAt(run.left, MiddleOf(run)) ==
      grid.CellAt(run.right - 1, MiddleOf(run))) {
    return {std::move(run)};
  }
  const auto words = WordsIn(run, page_words);
  std::vector<Run> parts;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i == 0 || AreParted(grid, *words[i - 1], *words[i], run)) {
      parts.push_back(run);
      parts.back().text.clear();
      parts.back().left = words[i]->left;
    } else {
      parts.back().text += ' ';
    }
    parts.back().text += words[i]->text;
    parts.back().right = parts.back().end =
        std::max(words[i]->right, parts.back().left);
  }
  if (parts.size() < 2) return {std::move(run)};
  return parts;
}

}  // namespace

RuledRuns RunsInCells(const RuledGrid& grid, const WordPage& words,
                      const std::vector<Run>& runs) {
  RuledRuns text;
  text.cells.resize(grid.cells.size());
  for (const Run& run : runs) {
    if (!IsInside(run, grid)) {
      text.others.push_back(run);
      continue;
    }
    for (Run& part : PartsOf(grid, words, run)) {
      // Text that begins in the last column and reaches over the edge is in
      // that column.
      const Length middle = (part.left + part.right) / 2;
      const auto cell = grid.CellAt(part.left < grid.right()
                                        ? std::min(middle, grid.right() - 1)
                                        : middle,
                                    MiddleOf(part));
      (cell ? text.cells[*cell] : text.others).push_back(std::move(part));
    }
  }
  return text;
}

}  // namespace answerbox::client::layout
