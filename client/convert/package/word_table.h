// Reads the cells of a Word table, and how many rows and columns each spans.
#pragma once

#include <cstddef>
#include <vector>

#include "client/convert/package/word_styles.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

struct TableCell {
  XmlNode node;
  int column = 0;
  int columns = 1;
  int rows = 1;
  bool is_shaded = false;
};

struct TableRow {
  std::vector<TableCell> cells;
  bool is_head = false;  // Marked as heading the table.
};

// Returns the rows, without those that a tracked change removed.
[[nodiscard]] std::vector<TableRow> ReadRows(XmlNode table);

[[nodiscard]] bool IsDeletedRow(XmlNode row);

// Counts the first rows that head the table: those marked so, or else the first
// one if it alone looks like a head.
//   properties  of the table
[[nodiscard]] std::size_t HeadRows(const std::vector<TableRow>& rows,
                                   XmlNode properties, WordStyles& styles);

}  // namespace answerbox::client::package
