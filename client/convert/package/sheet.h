// Writes a sheet of a workbook as text and blocks: its name, the lines above
// and below its tables, and the tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/block_writer.h"

namespace answerbox::client::package {

inline constexpr std::size_t kMaxSheets = 1'000;
// A file with more cells is refused, as their words would be in no row.
inline constexpr std::size_t kMaxCells = 1'000'000;

// The bound on the text of all cells, including hidden ones: one text may be in
// a million cells.
inline constexpr std::size_t kMaxCellBytes = 64u << 20;

// Checks the size of the sheets read so far against these bounds.
class SheetSize {
 public:
  void Add(std::size_t cells, std::size_t bytes) {
    cells_ += cells;
    bytes_ += bytes;
  }
  [[nodiscard]] bool is_over() const {
    return cells_ > kMaxCells || bytes_ > kMaxCellBytes;
  }
  // Precondition: is_over().
  [[nodiscard]] static Rejection TooLarge();

 private:
  std::size_t cells_ = 0;
  std::size_t bytes_ = 0;
};

struct SheetCell {
  int column = 0;
  std::string text = {};  // As the sheet shows it.
  bool is_number = false;
  int columns = 1;
  int rows = 1;
};

struct SheetRow {
  int number = 0;                     // From 0.
  std::vector<SheetCell> cells = {};  // With words, from left to right.
};

// Writes the words of a shape beside the cells of a sheet as a paragraph.
void WriteShape(std::string_view text, BlockWriter& writer);

// Writes the sheet. Rows without words separate its tables, unless the next row
// continues with numbers. Lines of one cell above a table are its titles, and
// long ones below it are notes. The first row of a table heads its columns if
// it has only words and years, as in a CSV file. `rows` ascend.
void WriteSheet(std::string_view name, const std::vector<SheetRow>& rows,
                BlockWriter& writer);

}  // namespace answerbox::client::package
