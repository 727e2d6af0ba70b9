#include <algorithm>
#include <utility>

#include "client/convert/layout/ruled/ruled_grids.h"
#include "client/convert/layout/tables.h"

namespace answerbox::client::layout {
namespace {

bool Overlaps(const RuledGrid& a, const RuledGrid& b) {
  return Overlap(a.left(), a.right(), b.left(), b.right()) > 0 &&
         Overlap(a.top(), a.bottom(), b.top(), b.bottom()) > 0;
}

// Returns the lines of each cell, which name their cells.
std::vector<Line> LinesOf(std::vector<std::vector<Run>> cells,
                          std::uint32_t page,
                          std::span<const FontFamily> families,
                          TextStore& store) {
  std::vector<Line> lines;
  RunPage part;
  part.number = page;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].empty()) continue;
    part.runs = std::move(cells[i]);
    for (Line& line : MakeLines(part, families, store)) {
      line.cell = static_cast<std::uint32_t>(i);
      lines.push_back(line);
    }
  }
  return lines;
}

// Whether there are enough cells for a table. Boxes with grounds often stand
// side by side, and two rows of them are no table.
bool HasEnoughCells(const RuledTable& table) {
  constexpr std::size_t kFewestCells = 4;
  constexpr std::ptrdiff_t kFewestRows = 3;
  std::vector<std::size_t> filled(table.grid.row_count());
  std::size_t all = 0;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    if (table.cells[i].empty()) continue;
    ++filled[table.grid.cells[i].row];
    ++all;
  }
  return all >= kFewestCells &&
         (table.grid.has_rules ||
          std::ranges::count_if(filled, [](std::size_t cells) {
            return cells > 1;
          }) >= kFewestRows);
}

// Returns the table that lines stand in, if it is one.
std::optional<RuledGrid> TableOf(const RuledGrid& grid,
                                 std::vector<Line>& lines) {
  RuledTable table{grid, std::vector<LineRefs>(grid.cells.size())};
  table.grid.cell_at.clear();
  for (Line& line : lines) table.cells[line.cell].push_back(&line);
  PartCrowdedCells(table);
  PartRuledColumns(table);
  PartCrowdedCells(table);
  PartRuledRows(table);
  if (!HoldsTable(table) || !HasEnoughCells(table)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    for (Line* line : table.cells[i]) {
      line->cell = static_cast<std::uint32_t>(i);
    }
  }
  return std::move(table.grid);
}

}  // namespace

std::vector<RuledLines> TakeRuledTables(const DrawnPage& drawn,
                                        const WordPage& words,
                                        std::span<const FontFamily> families,
                                        TextStore& store, RunPage& page) {
  std::vector<RuledLines> tables;
  for (const RuledGrid& grid : FindRuledGrids(drawn, page.runs)) {
    if (std::ranges::any_of(tables, [&grid](const RuledLines& table) {
          return Overlaps(table.grid, grid);
        })) {
      continue;
    }
    RuledRuns text = RunsInCells(grid, words, page.runs);
    std::vector<Line> lines =
        LinesOf(std::move(text.cells), page.number, families, store);
    auto table = TableOf(grid, lines);
    if (!table) continue;
    page.runs = std::move(text.others);
    for (Line& line : lines) {
      line.table = static_cast<std::uint32_t>(tables.size() + 1);
    }
    tables.push_back({*std::move(table), std::move(lines)});
  }
  return tables;
}

}  // namespace answerbox::client::layout
