// Which cells a table of Word has, and how many rows and columns each takes.
#pragma once

#include <string>
#include <vector>

#include "client/convert/package/xml.h"

namespace answerbox::client::package {

struct TableCell {
  XmlNode node;
  int column = 0;
  int columns = 1;
  int rows = 1;
  bool is_shaded = false;

  // " colspan=2 rowspan=3".
  [[nodiscard]] std::string Spans() const;
};

struct TableRow {
  std::vector<TableCell> cells;
  bool is_head = false;  // Says that it heads the table.
};

// Rows that a tracked change took away are left out.
[[nodiscard]] std::vector<TableRow> ReadRows(XmlNode table);

[[nodiscard]] bool IsDeletedRow(XmlNode row);

}  // namespace answerbox::client::package
