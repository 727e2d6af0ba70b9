#include "client/convert/layout/columns.h"

#include <algorithm>
#include <map>
#include <utility>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

// Columns within columns: boxes have two levels, never more than this.
constexpr int kMaxDepth = 4;
// The least height of a blank that separates bands, in hundredths of an em.
constexpr int kWideBlank = 250;

template <typename Values>
Length Median(Values values, Length otherwise) {
  if (values.empty()) return otherwise;
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// Returns the lines of the column at one side of the gutter, one for each row.
// A side may hold further columns, but only the lines next to the gutter tell
// what it separates. Lines that begin far from where most do are captions or
// stray words, and are left out.
LineRefs LinesAtGutter(const LineRefs& side, bool is_left_side) {
  LineRefs near;
  std::map<Length, int> edges;
  for (const Row& row : MakeRows(side)) {
    Line* line = is_left_side ? row.lines.back() : row.lines.front();
    near.push_back(line);
    ++edges[Stripe(line->left, 6)];
  }
  const Length edge =
      Pixels(6) * std::ranges::max_element(edges, {}, [](const auto& each) {
                    return each.second;
                  })->first;
  std::erase_if(near, [edge](const Line* line) {
    return line->left < edge - Pixels(30) || line->left > edge + Pixels(120);
  });
  return near;
}

// Where the paragraphs of a column begin, from top to bottom.
struct ColumnTops {
  std::vector<Length> paragraphs;
  // Lines that neither continue a sentence nor are items. If this is a table,
  // these are its rows.
  std::vector<Length> rows;
  // At least one line in four begins in lower case; in prose three of four do.
  bool is_prose = false;
};

// Returns nullopt if the lines at the gutter are no column of text: they are
// too short, or too far apart. Text fills its column line after line. Of cells,
// few are as wide as the column, or half of its height is blank.
std::optional<ColumnTops> TopsOf(const LineRefs& side, bool is_left_side) {
  const LineRefs near = LinesAtGutter(side, is_left_side);
  if (near.size() < kFewestLines) return std::nullopt;
  std::vector<Length> characters;
  std::vector<Length> widths;
  std::vector<Length> steps;
  for (std::size_t i = 0; i < near.size(); ++i) {
    characters.push_back(static_cast<Length>(near[i]->text.size()));
    widths.push_back(near[i]->width());
    if (i > 0) steps.push_back(near[i]->top - near[i - 1]->top);
  }
  const Length left = (*std::ranges::min_element(near, {}, &Line::left))->left;
  const Length right =
      (*std::ranges::max_element(near, {}, &Line::right))->right;
  const Length step = Median(steps, Pixels(20));
  constexpr Length kShortText = 17;
  if (Median(characters, 0) < kShortText ||
      Median(widths, 0) < Percent(right - left, 55) ||
      static_cast<Length>(near.size()) * std::int64_t{step} <
          Percent(near.back()->top - near.front()->top, 50)) {
    return std::nullopt;
  }
  ColumnTops tops;
  const auto small = std::ranges::count_if(
      near, [](const Line* line) { return StartsSmall(line->text); });
  tops.is_prose = small * 4 >= std::ssize(near);
  tops.paragraphs = {near.front()->top};
  tops.rows = {near.front()->top};
  for (std::size_t i = 1; i < near.size(); ++i) {
    const Line& line = *near[i];
    const bool is_apart = steps[i - 1] > Percent(step, 125) ||
                          (line.top - near[i - 1]->bottom > line.size / 2 &&
                           !StartsSmall(line.text));
    if (is_apart) tops.paragraphs.push_back(line.top);
    if (is_apart || (line.mark.empty() && !StartsSmall(line.text))) {
      tops.rows.push_back(line.top);
    }
  }
  return tops;
}

// Whether the paragraphs on both sides are cells: the cells of a table's row
// begin at one height, but paragraphs in two columns of prose begin at heights
// of their own.
bool AreCells(const std::vector<Length>& left,
              const std::vector<Length>& right) {
  constexpr std::size_t kFewest = 3;
  const std::size_t fewer = std::min(left.size(), right.size());
  if (fewer < kFewest) return false;
  std::size_t same = 0;
  for (const Length top : left) {
    const auto at = std::ranges::lower_bound(right, top - Pixels(4) + 1);
    if (at != right.end() && *at < top + Pixels(4)) ++same;
  }
  return same >= kFewest && same * 10 >= fewer * 7;
}

enum class BandKind { kColumns, kCells, kOther };

struct Sides {
  BandKind kind = BandKind::kOther;
  LineRefs left;
  LineRefs right;
};

// Divides a band at the gutter, and judges whether the sides are columns of
// text.
Sides SplitBand(const LineRefs& band, Length gutter) {
  Sides sides;
  for (Line* line : band) {
    const bool is_left = line->right <= gutter + Pixels(2);
    (is_left ? sides.left : sides.right).push_back(line);
  }
  if (sides.left.size() < kFewestLines || sides.right.size() < kFewestLines) {
    return sides;
  }
  const auto left = TopsOf(sides.left, true);
  if (!left) return sides;
  const auto right = TopsOf(sides.right, false);
  if (!right) return sides;
  const bool is_prose = left->is_prose && right->is_prose;
  const auto [fewer, more] =
      std::minmax({left->rows.size(), right->rows.size()});
  // Without gaps between rows, every line that continues no sentence begins a
  // row. In prose such lines are few, and equal heights mean nothing.
  const bool have_rows = !is_prose && fewer * 2 >= more;
  const bool are_cells = AreCells(left->paragraphs, right->paragraphs) ||
                         (have_rows && AreCells(left->rows, right->rows));
  sides.kind = are_cells ? BandKind::kCells : BandKind::kColumns;
  return sides;
}

class PageReader {
 public:
  explicit PageReader(TextStore& store) : store_(store) {}

  void Read(const LineRefs& lines, int depth) {
    if (lines.empty()) return;
    const auto gutter =
        depth < kMaxDepth ? FindGutter(lines) : std::optional<Length>();
    if (!gutter) {
      SplitTables(lines, store_, flows_);
      return;
    }
    // Bands are read from top to bottom. Bands other than columns wait until
    // columns follow, so that lines of one table that bands may cut are read
    // together.
    LineRefs pending;  // Bands other than columns.
    const auto read_sides = [&](const LineRefs& band) {
      const Sides sides = SplitBand(band, *gutter);
      if (sides.kind != BandKind::kColumns) return sides.kind;
      ReadOthers(pending, lines.size(), depth);
      pending.clear();
      Read(sides.left, depth + 1);
      Read(sides.right, depth + 1);
      return sides.kind;
    };
    const auto read_columns = [&](const LineRefs& band) {
      const std::vector<Stretch> stretches = StretchesOf(band, *gutter);
      if (stretches.size() < 2 ||
          SplitBand(band, *gutter).kind != BandKind::kColumns) {
        return read_sides(band);
      }
      for (const auto& [part, is_across] : stretches) {
        if (is_across || read_sides(part) != BandKind::kColumns) {
          pending.insert(pending.end(), part.begin(), part.end());
        }
      }
      return BandKind::kColumns;
    };
    for (const LineRefs& band : BandsAt(lines, *gutter)) {
      const bool spans = Spans(*band.front(), *gutter);
      const BandKind kind = spans ? BandKind::kOther : read_columns(band);
      if (kind == BandKind::kColumns) continue;
      // Single rows of a table may look like two columns.
      if (spans || kind == BandKind::kCells || HasCells(band, *gutter)) {
        pending.insert(pending.end(), band.begin(), band.end());
        continue;
      }
      for (const LineRefs& part : PartsOf(band, *gutter)) {
        if (part.size() < band.size() &&
            read_columns(part) == BandKind::kColumns) {
          continue;
        }
        pending.insert(pending.end(), part.begin(), part.end());
      }
    }
    ReadOthers(pending, lines.size(), depth);
  }

  [[nodiscard]] std::vector<Flow> Take() && { return std::move(flows_); }

 private:
  // Lines that are no columns at the gutter of all `count` lines may be columns
  // at another gutter. Only fewer lines than before are read again, and
  // kMaxDepth bounds the recursion, so a hostile page can't prolong it.
  void ReadOthers(const LineRefs& lines, std::size_t count, int depth) {
    if (lines.size() < count) {
      Read(lines, depth + 1);
    } else {
      SplitTables(lines, store_, flows_);
    }
  }

  static bool Spans(const Line& line, Length gutter) {
    return line.left < gutter - Pixels(3) && line.right > gutter + Pixels(3);
  }

  // Returns stretches of lines that all span the gutter, or all do not.
  static std::vector<LineRefs> BandsAt(LineRefs lines, Length gutter) {
    std::ranges::stable_sort(lines, {}, &Line::middle);
    std::vector<LineRefs> bands;
    for (Line* line : lines) {
      if (bands.empty() ||
          Spans(*bands.back().front(), gutter) != Spans(*line, gutter)) {
        bands.emplace_back();
      }
      bands.back().push_back(line);
    }
    return bands;
  }

  // Lines of one or two columns, or rows of a table over both.
  struct Stretch {
    LineRefs lines;
    bool is_across = false;
  };

  // Whether words stand beside words at both sides of the gutter.
  static bool IsRowAcross(const Row& row, Length gutter) {
    const auto left =
        std::ranges::count_if(row.lines, [gutter](const Line* line) {
          return line->right <= gutter + Pixels(2);
        });
    return left > 1 && std::ssize(row.lines) - left > 1;
  }

  // Whether a row is the heading or caption of the rows below.
  static bool Heads(const Row& row, const Row& below) {
    const Line& line = *row.lines.front();
    return !row.has_cells() && (line.is_bold || IsCaption(line.text)) &&
           below.top - row.bottom < 2 * line.size;
  }

  // Two columns of text seldom have a table each in the same rows: three rows
  // with short cells on both sides are a table over both. Boxes side by side
  // have longer lines.
  static std::vector<Stretch> StretchesOf(const LineRefs& band, Length gutter) {
    std::vector<Stretch> stretches;
    constexpr std::size_t kFewest = 3;
    constexpr Length kLongestCell = 20;
    const std::vector<Row> rows = MakeRows(band);
    std::size_t begin = 0;
    const auto add = [&](std::size_t end, bool is_across) {
      Stretch stretch{{}, is_across};
      for (; begin < end; ++begin) {
        stretch.lines.insert(stretch.lines.end(), rows[begin].lines.begin(),
                             rows[begin].lines.end());
      }
      if (!stretch.lines.empty()) stretches.push_back(std::move(stretch));
    };
    for (std::size_t i = 0; i < rows.size();) {
      std::size_t end = i;
      std::vector<Length> characters;
      for (; end < rows.size() && IsRowAcross(rows[end], gutter); ++end) {
        for (const Line* line : rows[end].lines) {
          characters.push_back(static_cast<Length>(line->characters));
        }
      }
      if (end - i >= kFewest && Median(characters, 0) <= kLongestCell) {
        const bool is_headed = i > begin && Heads(rows[i - 1], rows[i]);
        add(is_headed ? i - 1 : i, false);
        add(end, true);
      }
      i = std::max(end, i + 1);
    }
    add(rows.size(), false);
    return stretches;
  }

  // Returns the stretches of a band between wide blanks, such as those above
  // and below boxes that stand side by side.
  static std::vector<LineRefs> PartsOf(const LineRefs& band, Length gutter) {
    std::vector<LineRefs> parts;
    Length bottom = 0;  // Of the lines so far.
    for (Line* line : band) {
      if (parts.empty() ||
          line->top - bottom > Percent(line->size, kWideBlank)) {
        parts.emplace_back();
      }
      parts.back().push_back(line);
      bottom = std::max(bottom, line->bottom);
    }
    const std::size_t tail = BeginOfTail(parts.back(), gutter);
    const auto at = parts.back().begin() + static_cast<std::ptrdiff_t>(tail);
    LineRefs below(at, parts.back().end());
    parts.back().erase(at, parts.back().end());
    if (!below.empty()) parts.push_back(std::move(below));
    return parts;
  }

  // Returns the first of the lines below the last line of the other side that a
  // wide blank separates from their own side; the number of lines if there is
  // none. Such a line is the heading of the next section, which stands below
  // the left box only and would be read as the box's last line.
  static std::size_t BeginOfTail(const LineRefs& part, Length gutter) {
    const auto is_left = [gutter](const Line* line) {
      return line->right <= gutter + Pixels(2);
    };
    std::size_t at = part.size() - 1;
    while (at > 0 && is_left(part[at - 1]) == is_left(part.back())) --at;
    if (at == 0) return part.size();
    Length others = 0;  // Bottom of the other side.
    Length own = 0;     // Bottom of this side, so far.
    for (std::size_t i = 0; i < at; ++i) {
      Length& bottom = is_left(part[i]) == is_left(part.back()) ? own : others;
      bottom = std::max(bottom, part[i]->bottom);
    }
    for (; at < part.size(); ++at) {
      if (part[at]->top >= others &&
          part[at]->top - own > Percent(part[at]->size, kWideBlank)) {
        return at;
      }
      own = std::max(own, part[at]->bottom);
    }
    return part.size();
  }

  // Whether words stand beside words at one side of the gutter, as in a table.
  static bool HasCells(const LineRefs& band, Length gutter) {
    return std::ranges::any_of(MakeRows(band), [gutter](const Row& row) {
      int left = 0;
      int right = 0;
      for (const Line* line : row.lines) {
        if (!HasLetters(line->text, 2)) continue;
        ++(line->right <= gutter + Pixels(2) ? left : right);
      }
      return left > 1 || right > 1;
    });
  }

  TextStore& store_;
  std::vector<Flow> flows_;
};

}  // namespace

std::vector<Flow> ReadingOrder(const LineRefs& lines, TextStore& store) {
  PageReader reader(store);
  reader.Read(lines, 0);
  return std::move(reader).Take();
}

}  // namespace answerbox::client::layout
