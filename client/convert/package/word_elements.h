// Interprets single elements of Word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/package/word_styles.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

// Returns the text inside, with lines separated. Of alternatives, takes the
// choice's.
[[nodiscard]] std::string WordTextIn(XmlNode node);

// Returns the choice of `alternatives`. Writers put new features into the
// choice, and what older programs show instead beside it: the same text twice.
[[nodiscard]] XmlNode ChoiceOf(XmlNode alternatives);

// Whether the words of a control are a placeholder.
[[nodiscard]] bool IsPlaceholder(XmlNode control);

// Returns the sign of a check box of an old form; empty for other fields.
[[nodiscard]] std::string_view CheckSignOf(XmlNode field);

// A cell of a table, and how many rows and columns it spans.
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
