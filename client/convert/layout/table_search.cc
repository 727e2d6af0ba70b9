#include <algorithm>
#include <cstdlib>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/written_signs.h"
#include "client/convert/layout/tables.h"
#include "engine/text/character_class.h"

namespace answerbox::client::layout {
namespace {

// The median of a growing set of numbers.
class RunningMedian {
 public:
  // O(log n).
  void Add(Length value) {
    if (!upper_.empty() && value < upper_.top()) {
      lower_.push(value);
    } else {
      upper_.push(value);
    }
    if (lower_.size() > upper_.size()) {
      upper_.push(lower_.top());
      lower_.pop();
    } else if (upper_.size() > lower_.size() + 1) {
      lower_.push(upper_.top());
      upper_.pop();
    }
  }

  // Returns the larger of the middle two if the number of values is even, and 0
  // without values.
  [[nodiscard]] Length value() const {
    return upper_.empty() ? 0 : upper_.top();
  }

 private:
  std::priority_queue<Length> lower_;
  std::priority_queue<Length, std::vector<Length>, std::greater<>> upper_;
};

// Whether a row repeats the head of the first table, where a second one begins.
bool HaveSameText(const Row& a, const Row& b) {
  for (std::size_t i = 0; i < std::min(a.lines.size(), b.lines.size()); ++i) {
    if (RunningKey(a.lines[i]->text) != RunningKey(b.lines[i]->text)) {
      return false;
    }
  }
  return true;
}

bool StartLevel(const Line& a, const Line& b, Length tolerance) {
  return std::abs(a.left - b.left) < tolerance;
}

bool CentredLevel(const Line& a, const Line& b, Length tolerance) {
  return std::abs((a.left + a.right) - (b.left + b.right)) < tolerance;
}

bool AllBold(const Row& row) {
  return std::ranges::all_of(row.lines, &Line::is_bold);
}

bool AnyBold(const Row& row) {
  return std::ranges::any_of(row.lines, &Line::is_bold);
}

// The cost of a row of one line among rows of cells, in hundredths. A table
// ends when successive single lines cost more than kMaxSingles.
constexpr int kWideSingle = 100;
constexpr int kSingle = 34;
constexpr int kAlignedSingle = 15;
constexpr int kMaxSingles = 290;

class TableScan {
 public:
  TableScan(std::span<const Row> rows, std::size_t first)
      : rows_(rows), first_(first), multi_{first} {
    const Row& row = rows_[first_];
    left_ = row.lines.front()->left;
    right_ = row.right();
    std::vector<Length> sizes;
    for (const Line* line : row.lines) sizes.push_back(line->size);
    std::ranges::sort(sizes);
    size_ = sizes[sizes.size() / 2];
  }

  // Takes rows while they may belong to the table, then judges them as a whole:
  // whether there are enough rows, whether the cells are aligned, and whether
  // they are lines of text.
  TableSearch Run() {
    std::size_t at = first_ + 1;
    while (at < rows_.size() && Takes(at)) ++at;
    TableSearch search{std::nullopt, at - first_};
    if (HasEnoughRows() && IsAligned() && HasShortCells()) {
      search.end = EndOfLastCells();
    }
    return search;
  }

 private:
  [[nodiscard]] Length width() const { return right_ - left_; }
  [[nodiscard]] Length GapBefore(std::size_t row) const {
    return rows_[row].top - rows_[row - 1].bottom;
  }

  // Moves past row `at` unless the table ends before it.
  bool Takes(std::size_t at) {
    const Row& row = rows_[at];
    if (EndsBefore(at)) return false;
    if (row.has_cells() ? !TakeCells(at) : !TakeSingle(*row.lines.front())) {
      return false;
    }
    gaps_.Add(GapBefore(at));
    return true;
  }

  // Whether the gap before a row is that between two tables, or between a table
  // and the text after it. Gaps are compared with those of this table once
  // three are known: some tables have wider gaps between their rows than others
  // have around them.
  [[nodiscard]] bool EndsBefore(std::size_t at) const {
    constexpr std::size_t kKnownPitch = 3;
    const Row& row = rows_[at];
    const Row& first = rows_[first_];
    const Line& line = *row.lines.front();
    const Length gap = GapBefore(at);
    const bool is_single = !row.has_cells();
    if (gap > Percent(size_, 320)) return true;
    if (IsCaptionLabel(line.text)) return true;
    if (is_single && IsCaption(line.text)) return true;
    // The notes below a table of numbers explain its signs.
    if (line.left <= left_ + Pixels(4) && multi_.size() > 1 &&
        IsTableNote(FullText(line)) && line.width() > Percent(width(), 15)) {
      return true;
    }
    if (at - first_ <= kKnownPitch) return false;
    const Length usual = gaps_.value();
    if (gap > std::max(Percent(size_, 160), Percent(usual, 260)) &&
        (is_single || IsCaption(line.text) ||
         (row.lines.size() <= first.lines.size() + 1 &&
          HaveSameText(row, first)))) {
      return true;
    }
    if (gap > usual + size_ && BeginsTableWithHead(at)) return true;
    // A heading has space around it, unlike rows.
    return is_single && at + 1 < rows_.size() && gap > Percent(size_, 90) &&
           GapBefore(at + 1) > Percent(size_, 90) && usual < Percent(size_, 45);
  }

  // Whether a row of bold words stands over a row of cells of another type.
  [[nodiscard]] bool BeginsTableWithHead(std::size_t at) const {
    constexpr std::size_t kFewestCells = 3;
    const Row& row = rows_[at];
    return row.lines.size() >= kFewestCells && AllBold(row) &&
           std::ranges::all_of(
               row.lines,
               [](const Line* cell) {
                 return cell->text.find_first_of("0123456789") ==
                        std::string_view::npos;
               }) &&
           at + 1 < rows_.size() &&
           rows_[at + 1].lines.size() >= kFewestCells &&
           !AllBold(rows_[at + 1]);
  }

  bool TakeCells(std::size_t at) {
    const Row& row = rows_[at];
    const Length left = row.lines.front()->left;
    const Length right = row.right();
    if (left > right_ || right < left_) return false;
    multi_.push_back(at);
    singles_ = 0;
    left_ = std::min(left_, left);
    right_ = std::max(right_, right);
    return true;
  }

  bool TakeSingle(const Line& line) {
    // Single lines between rows of cells are ends of cells, or headings within
    // the table. Each costs more the more it looks like text; a row of cells
    // resets the sum.
    if (IsInFirstCell(line)) {
      hanging_.push_back(&line);
      singles_ += kAlignedSingle;
      return singles_ <= kMaxSingles;
    }
    const bool is_wide = line.width() > Percent(width(), 72);
    if (is_wide) {
      singles_ += kWideSingle;
    } else {
      singles_ += line.width() < Percent(width(), 66) && IsBelowCell(line)
                      ? kAlignedSingle
                      : kSingle;
    }
    if (singles_ > kMaxSingles) return false;
    if (!is_wide) return true;
    // A line that reaches beyond the table is the paragraph after it.
    const bool is_text = line.right > right_ + 3 * size_ && !line.is_bold;
    const bool is_item = !line.mark.empty() && line.left <= left_ + Pixels(4) &&
                         !EndsBeforeSecondCell(line);
    return !is_text && !is_item;
  }

  // Whether a line continues the marked first cell of the last row of cells: it
  // hangs below the cell's text, and ends before the next cell.
  [[nodiscard]] bool IsInFirstCell(const Line& line) const {
    return HangsBelow(line, *rows_[multi_.back()].lines.front()) &&
           EndsBeforeSecondCell(line);
  }

  [[nodiscard]] bool EndsBeforeSecondCell(const Line& line) const {
    const Line& second = *rows_[multi_.back()].lines[1];
    return line.right < second.left - line.size / 2;
  }

  // Whether a line stands below a cell of the last rows of cells.
  [[nodiscard]] bool IsBelowCell(const Line& line) const {
    constexpr std::size_t kRows = 4;
    for (std::size_t i = multi_.size() - std::min(multi_.size(), kRows);
         i < multi_.size(); ++i) {
      for (const Line* cell : rows_[multi_[i]].lines) {
        if (StartLevel(line, *cell, Pixels(24)) ||
            CentredLevel(line, *cell, Pixels(12))) {
          return true;
        }
      }
    }
    return false;
  }

  // Three rows of cells make a table. Two rows do if the first is surely a
  // head, or if both are a label with numbers: two lines of a letterhead may be
  // aligned by chance.
  [[nodiscard]] bool HasEnoughRows() const {
    if (multi_.size() >= 3) return true;
    if (multi_.size() < 2) return false;
    const Row& head = rows_[multi_[0]];
    const Row& row = rows_[multi_[1]];
    if (multi_[1] == first_ + 1 && StartAtSamePlaces(head, row) &&
        (AreBoldPairs(head, row) ||
         (HoldsNumbers(head) && HoldsNumbers(row)))) {
      return true;
    }
    if (multi_[1] - multi_[0] >= 4) return false;
    constexpr std::size_t kManyCells = 4;
    if (std::min(head.lines.size(), row.lines.size()) >= kManyCells) {
      return true;
    }
    return AllBold(head) && !AnyBold(row) &&
           std::ranges::all_of(row.lines, [&head](const Line* cell) {
             return std::ranges::any_of(head.lines, [cell](const Line* above) {
               return Overlap(cell->left, cell->right, above->left,
                              above->right) > 0;
             });
           });
  }

  static bool StartAtSamePlaces(const Row& a, const Row& b) {
    return std::ranges::equal(a.lines, b.lines,
                              [](const Line* x, const Line* y) {
                                return StartLevel(*x, *y, Pixels(4));
                              });
  }

  static bool AreBoldPairs(const Row& a, const Row& b) {
    constexpr std::size_t kLongText = 3;
    return a.lines[0]->is_bold && b.lines[0]->is_bold &&
           a.lines[1]->text.size() > kLongText;
  }

  // Whether every cell but the first begins with a number.
  static bool HoldsNumbers(const Row& row) {
    return std::all_of(
        row.lines.begin() + 1, row.lines.end(), [](const Line* cell) {
          return engine::Is(cell->text.front(), engine::kDigitByte);
        });
  }

  // Whether most cells begin, end or are centred where others do.
  [[nodiscard]] bool IsAligned() const {
    const auto left = [](const Line& line) { return line.left; };
    const auto right = [](const Line& line) { return line.right; };
    const auto middle = [](const Line& line) {
      return line.left + line.width() / 2;
    };
    return AlignBy(left) || AlignBy(right) || AlignBy(middle);
  }

  template <typename Place>
  [[nodiscard]] bool AlignBy(Place place) const {
    std::vector<Length> places;
    for (const std::size_t row : multi_) {
      for (const Line* line : rows_[row].lines) places.push_back(place(*line));
    }
    // Lines that hang below a first cell are no cells, but show where the
    // column begins.
    std::vector<Length> support = places;
    for (const Line* line : hanging_) support.push_back(place(*line));
    std::ranges::sort(support);
    const auto needed = static_cast<std::ptrdiff_t>(std::min(
        multi_.size(), std::max<std::size_t>(3, (multi_.size() + 3) / 4)));
    std::size_t aligned = 0;
    for (const Length at : places) {
      const auto begin = std::ranges::lower_bound(support, at - Pixels(4));
      const auto end = std::ranges::upper_bound(support, at + Pixels(4));
      if (end - begin >= needed) ++aligned;
    }
    return aligned * 100 >= places.size() * 55;
  }

  // Rows of long lines are columns of text that no gutter separated.
  [[nodiscard]] bool HasShortCells() const {
    constexpr std::size_t kLongCell = 90;
    std::size_t cells = 0;
    std::size_t bytes = 0;
    for (const std::size_t row : multi_) {
      for (const Line* line : rows_[row].lines) {
        ++cells;
        bytes += line->text.size();
      }
    }
    return bytes <= cells * kLongCell;
  }

  // Returns one past the single lines that continue cells of the last row.
  [[nodiscard]] std::size_t EndOfLastCells() const {
    // The search ends with the last row of cells. The second line of its last
    // cell is a single line below it.
    const std::vector<std::pair<Length, Length>> gutters = Gutters();
    std::size_t end = multi_.back() + 1;
    while (end < rows_.size() && ContinuesCell(end, gutters)) ++end;
    return end;
  }

  // Returns the gaps between the columns of the last rows.
  [[nodiscard]] std::vector<std::pair<Length, Length>> Gutters() const {
    constexpr std::size_t kRows = 6;
    std::vector<std::pair<Length, Length>> cells;
    for (std::size_t i = multi_.size() - std::min(multi_.size(), kRows);
         i < multi_.size(); ++i) {
      for (const Line* line : rows_[multi_[i]].lines) {
        cells.emplace_back(line->left, line->right);
      }
    }
    std::ranges::sort(cells);
    std::vector<std::pair<Length, Length>> gutters;
    Length end = cells.front().second;
    for (const auto& [left, right] : cells) {
      if (left >= end + Pixels(2)) gutters.emplace_back(end, left);
      end = std::max(end, right);
    }
    return gutters;
  }

  [[nodiscard]] bool ContinuesCell(
      std::size_t at,
      const std::vector<std::pair<Length, Length>>& gutters) const {
    const Row& row = rows_[at];
    const Line& line = *row.lines.front();
    const Length gap = GapBefore(at);
    const bool is_gap_small = gap <= Percent(size_, 30);
    const bool is_at_left = line.left <= left_ + Pixels(4);
    if (row.has_cells() || gap > Percent(size_, 75) ||
        (line.width() > Percent(width(), 72) && !IsInFirstCell(line)) ||
        line.size > Percent(size_, 115) || line.left < left_ - Pixels(3) ||
        line.right > right_ + size_ || IsCaption(line.text)) {
      return false;
    }
    if (is_at_left && !is_gap_small && IsTableNote(line.text)) return false;
    if (gap > Percent(size_, 40) &&
        ((line.is_bold && !AnyBold(rows_[at - 1])) ||
         (is_at_left && !line.mark.empty()))) {
      return false;
    }
    if (!is_gap_small && gutters.empty()) return false;
    // Text after the table crosses its gutters; the rest of a cell stays
    // between them.
    const bool crosses = std::ranges::any_of(gutters, [&](const auto& gutter) {
      return line.left < gutter.second - Pixels(2) &&
             line.right > gutter.second + size_;
    });
    return !crosses && (IsInFirstCell(line) || StartsAtCell(line, at));
  }

  // Whether a line begins or is centred where a line of the last rows is.
  [[nodiscard]] bool StartsAtCell(const Line& line, std::size_t at) const {
    constexpr std::size_t kRows = 8;
    for (std::size_t i = std::max(first_, at - std::min(at, kRows)); i < at;
         ++i) {
      for (const Line* cell : rows_[i].lines) {
        if (StartLevel(line, *cell, Pixels(5)) ||
            CentredLevel(line, *cell, Pixels(10)) ||
            std::abs(line.left - cell->text_left) < Pixels(6)) {
          return true;
        }
      }
    }
    return false;
  }

  std::span<const Row> rows_;
  std::size_t first_;
  std::vector<std::size_t> multi_;    // Rows of several cells.
  std::vector<const Line*> hanging_;  // Lines that continue a first cell.
  RunningMedian gaps_;
  Length left_ = 0;
  Length right_ = 0;
  Length size_ = 0;
  int singles_ = 0;
};

}  // namespace

TableSearch FindTable(std::span<const Row> rows, std::size_t first) {
  const Line& line = *rows[first].lines.front();
  // "Table 3:" and its text, separated by a tabulator.
  if (IsCaptionLabel(line.text) || line.role == LineRole::kTableTitle) {
    return {std::nullopt, 1};
  }
  return TableScan(rows, first).Run();
}

}  // namespace answerbox::client::layout
