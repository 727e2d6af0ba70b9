// Which cells a table of Word has, and how many rows and columns each takes.
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
  bool is_head = false;  // Says that it heads the table.
};

// Rows that a tracked change took away are left out.
[[nodiscard]] std::vector<TableRow> ReadRows(XmlNode table);

[[nodiscard]] bool IsDeletedRow(XmlNode row);

// How many of the first rows head the table: those that say so, else the first
// one if it alone looks like one.
//   properties  of the table
[[nodiscard]] std::size_t HeadRows(const std::vector<TableRow>& rows,
                                   XmlNode properties, WordStyles& styles);

}  // namespace answerbox::client::package
