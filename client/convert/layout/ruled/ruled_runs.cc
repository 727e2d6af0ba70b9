#include <algorithm>
#include <cstddef>
#include <utility>

#include "client/convert/layout/lines/wide_runs.h"
#include "client/convert/layout/ruled/ruled_grids.h"

namespace answerbox::client::layout {
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
