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
  std::string title;  // Its metadata say it; empty: they do not.

  // Errors: those of Archive and XmlTree, and kEncrypted.
  [[nodiscard]] static Conversion<OpenParts> Open(int fd, std::uint64_t size,
                                                  std::string_view what);
};

// The text inside, paragraphs set apart.
[[nodiscard]] std::string OpenTextIn(XmlNode node);

struct OpenCell {
  XmlNode node;
  int columns = 1;
  int rows = 1;
  int copies = 1;           // It stands so often side by side.
  bool is_covered = false;  // By one that spans rows or columns.
};

struct OpenRow {
  std::vector<OpenCell> cells;
  int copies = 1;  // It stands so often below itself.
  bool is_head = false;
  bool is_hidden = false;
};

struct OpenTable {
  // They and their copies are at most kMaxOpenRows. A row without words has no
  // copies.
  std::vector<OpenRow> rows;
  std::vector<int> hidden_columns;  // In ascending order.
  bool is_cut = false;              // Rows with words follow that are not here.
};

// Spreadsheets fill a sheet to its edge with one empty row "repeated" a million
// times, so what is written once may not cost more than these.
inline constexpr std::size_t kMaxOpenRows = 200'000;
inline constexpr int kMaxCellCopies = 1'000;

// Cells that others cover are left out unless `with_covered`, where they and
// empty cells keep their places.
[[nodiscard]] OpenTable ReadOpenTable(XmlNode table, bool with_covered = false);

}  // namespace answerbox::client::package
