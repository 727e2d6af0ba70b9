// The parts of an OpenDocument file, and the rows of its tables.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/package/archive.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

struct OpenParts {
  Archive archive;
  XmlTree content;
  XmlTree styles;     // Empty where the file has none.
  std::string title;  // From its metadata; may be empty.

  // Errors: those of Archive and XmlTree, and kEncrypted.
  [[nodiscard]] static Conversion<OpenParts> Open(int fd, std::uint64_t size,
                                                  std::string_view what);
};

// Returns the text inside, with paragraphs separated.
[[nodiscard]] std::string OpenTextIn(XmlNode node);

struct OpenCell {
  XmlNode node;
  int columns = 1;
  int rows = 1;
  int copies = 1;           // How often it stands side by side.
  bool is_covered = false;  // By a cell that spans rows or columns.
};

struct OpenRow {
  std::vector<OpenCell> cells;
  int copies = 1;  // How often it stands below itself.
  bool is_head = false;
  bool is_hidden = false;
};

struct OpenTable {
  // With their copies at most kMaxOpenRows. A row without words has no copies.
  std::vector<OpenRow> rows;
  std::vector<int> hidden_columns;  // In ascending order.
  bool is_cut = false;              // Further rows with words are missing.
};

// Bounds on the copies of rows and cells: spreadsheets fill a sheet to its edge
// with one empty row "repeated" a million times.
inline constexpr std::size_t kMaxOpenRows = 200'000;
inline constexpr int kMaxCellCopies = 1'000;

// Covered cells are left out. With `with_covered`, these and empty cells are
// kept in their places.
[[nodiscard]] OpenTable ReadOpenTable(XmlNode table, bool with_covered = false);

}  // namespace answerbox::client::package
