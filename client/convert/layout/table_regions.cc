#include <algorithm>
#include <utility>

#include "client/convert/layout/columns.h"
#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/written_signs.h"
#include "client/convert/layout/tables.h"

namespace answerbox::client::layout {
namespace {

// Splits the rows of one column into text and tables.
class TableSplitter {
 public:
  TableSplitter(const LineRefs& lines, TextStore& store,
                std::vector<Flow>& flows)
      : store_(store), flows_(flows), rows_(MakeRows(lines)) {}

  void Split() {
    // A budget for failing searches. A search reads rows to the table's end and
    // may then find that it is no table; the next one begins a row later.
    // Without the budget, a hostile page would take n squared.
    std::size_t budget = kMaxReadings * rows_.size();
    for (std::size_t at = 0; at < rows_.size();) {
      if (const std::size_t end = EndOfOverlap(at);
          end > at + 1 && SplitInterleaved(at, end)) {
        at = end;
        continue;
      }
      TableSearch search;
      if (rows_[at].has_cells() && budget > 0) {
        search = FindTable(rows_, at);
        budget -= std::min(budget, search.rows_read);
      }
      if (!search.end) {
        text_.push_back(at++);
        continue;
      }
      AddTable(HeadRow(at, *search.end), *search.end);
      at = *search.end;
    }
    FlushText();
  }

 private:
  static constexpr std::size_t kMaxReadings = 16;

  // Returns one past the rows of cells from `at` on that overlap in height:
  // tables side by side whose rows are at different heights, or cells centred
  // beside several rows.
  [[nodiscard]] std::size_t EndOfOverlap(std::size_t at) const {
    constexpr std::size_t kMostRows = 64;
    std::size_t end = at;
    while (end < rows_.size() && rows_[end].has_cells() &&
           end - at < kMostRows) {
      if (end > at) {
        const Row& above = rows_[end - 1];
        const Length height = std::min(above.bottom - above.top,
                                       rows_[end].bottom - rows_[end].top);
        if (rows_[end].top > above.bottom - Percent(height, 30)) break;
      }
      ++end;
    }
    return end;
  }

  // Splits rows that overlap in height into two parts side by side, which are
  // read separately; false if no blank stripe separates them. Goes from left to
  // right up to a blank of two ems: what follows is the right part. Each part
  // has fewer lines, so the recursion ends.
  bool SplitInterleaved(std::size_t begin, std::size_t end) {
    std::vector<const Row*> order;
    for (std::size_t i = begin; i < end; ++i) order.push_back(&rows_[i]);
    const auto left_of = [](const Row* row) { return row->lines[0]->left; };
    std::ranges::stable_sort(order, {}, left_of);
    LineRefs left;
    LineRefs right;
    Length edge = order.front()->right();
    for (const Row* row : order) {
      const Length gap = 2 * row->lines[0]->size;
      const bool is_right = !right.empty() || left_of(row) > edge + gap;
      LineRefs& side = is_right ? right : left;
      side.insert(side.end(), row->lines.begin(), row->lines.end());
      if (!is_right) edge = std::max(edge, row->right());
    }
    if (right.empty()) return false;
    FlushText();
    SplitTables(left, store_, flows_);
    SplitTables(right, store_, flows_);
    return true;
  }

  // Returns the first of the rows above `first` that stand over one column each
  // and belong to the table's head. A line over the second column, such as
  // "Dose", is no row of cells, so the search began below it.
  std::size_t HeadRow(std::size_t first, std::size_t end) {
    Length left = rows_[first].lines.front()->left;
    Length right = left;
    for (std::size_t i = first; i < end; ++i) {
      left = std::min(left, rows_[i].lines.front()->left);
      right = std::max(right, rows_[i].right());
    }
    while (!text_.empty()) {
      const Row& row = rows_[text_.back()];
      const Line& line = *row.lines.front();
      const Length width = right - left;
      if (row.has_cells() ||
          rows_[first].top - line.bottom > Percent(line.size, 60) ||
          line.width() > Percent(width, 50) || line.left < left + width / 4 ||
          line.right > right + Pixels(20)) {
        break;
      }
      text_.pop_back();
      --first;
    }
    if (!text_.empty() && BeginsCellOf(rows_[text_.back()], rows_[first])) {
      text_.pop_back();
      --first;
    }
    return first;
  }

  // Whether a line above a table begins the first cell of its first row, whose
  // other cells are beside the cell's second line.
  static bool BeginsCellOf(const Row& above, const Row& row) {
    const Line& line = *above.lines.front();
    const Line& next = *row.lines.front();
    return !above.has_cells() && row.has_cells() && HangsBelow(next, line) &&
           row.top - above.bottom < Percent(next.size, 60) &&
           StartsSmall(next.text) && !EndsSentence(line.text) &&
           line.right < row.lines[1]->left;
  }

  void AddTable(std::size_t first, std::size_t end) {
    FlushText();
    std::vector<Row> rows(rows_.begin() + static_cast<std::ptrdiff_t>(first),
                          rows_.begin() + static_cast<std::ptrdiff_t>(end));
    std::size_t lines = 0;
    std::size_t marked = 0;
    for (const Row& row : rows) {
      for (const Line* line : row.lines) {
        ++lines;
        if (!line->mark.empty()) ++marked;
      }
    }
    // Two lists side by side are aligned like a table; their marks distinguish
    // them.
    if (marked * 10 >= lines * 6) {
      AddLists(rows);
    } else {
      flows_.push_back({{}, std::move(rows), 0});
    }
  }

  // Adds lists side by side: one flow for each column of marks.
  void AddLists(const std::vector<Row>& rows) {
    std::vector<Length> edges;
    LineRefs lines;
    for (const Row& row : rows) {
      for (Line* line : row.lines) {
        lines.push_back(line);
        if (!line->mark.empty()) edges.push_back(line->left);
      }
    }
    std::ranges::sort(edges);
    // Nested marks of one list are indented by less than 60 pixels, about half
    // an inch.
    const auto is_same_column = [](Length a, Length b) {
      return b - a <= Pixels(60);
    };
    edges.erase(std::unique(edges.begin(), edges.end(), is_same_column),
                edges.end());
    std::vector<LineRefs> columns(edges.size());
    for (Line* line : lines) {
      const auto after =
          std::ranges::upper_bound(edges, line->left + Pixels(8));
      const auto column = std::max<std::ptrdiff_t>(after - edges.begin(), 1);
      columns[static_cast<std::size_t>(column - 1)].push_back(line);
    }
    for (const LineRefs& column : columns) {
      Flow flow;
      for (const Row& row : MakeRows(column)) {
        flow.lines.push_back(MergeRow(row, store_));
      }
      flows_.push_back(std::move(flow));
    }
  }

  void FlushText() {
    if (text_.empty()) return;
    Flow flow;
    for (const std::size_t row : text_) {
      flow.lines.push_back(MergeRow(rows_[row], store_));
    }
    flows_.push_back(std::move(flow));
    text_.clear();
  }

  TextStore& store_;
  std::vector<Flow>& flows_;
  std::vector<Row> rows_;
  std::vector<std::size_t> text_;  // Rows outside of tables, not yet a flow.
};

// The lines above, beside and below a ruled table.
struct Surroundings {
  LineRefs above;
  LineRefs left;
  LineRefs right;
  LineRefs below;
};

Surroundings AroundTable(const Line& table, const LineRefs& lines) {
  Surroundings around;
  for (Line* line : lines) {
    if (line == &table) continue;
    const Length middle = line->middle();
    if (middle < table.top) {
      around.above.push_back(line);
    } else if (middle > table.bottom) {
      around.below.push_back(line);
    } else if (line->left + line->right < table.left + table.right) {
      around.left.push_back(line);
    } else {
      around.right.push_back(line);
    }
  }
  return around;
}

}  // namespace

// Takes the topmost ruled table first, so that none is above it. Each call
// takes one.
void SplitTables(const LineRefs& lines, TextStore& store,
                 std::vector<Flow>& flows) {
  if (lines.empty()) return;
  const Line* table = nullptr;
  for (const Line* line : lines) {
    if (line->role == LineRole::kTable &&
        (table == nullptr || line->top < table->top)) {
      table = line;
    }
  }
  if (table == nullptr) {
    TableSplitter(lines, store, flows).Split();
    return;
  }
  const Surroundings around = AroundTable(*table, lines);
  SplitTables(around.above, store, flows);
  SplitTables(around.left, store, flows);
  flows.push_back({{}, {}, table->table});
  SplitTables(around.right, store, flows);
  SplitTables(around.below, store, flows);
}

}  // namespace answerbox::client::layout
