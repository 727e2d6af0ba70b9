// The parts of an OpenDocument file, the rows of its tables, and its styles
// (ODF 1.3, part 3, 16).
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/package/archive.h"
#include "client/convert/package/labels.h"
#include "client/convert/package/page_html.h"
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

struct OpenStyle {
  std::string name = {};  // The nearest style named by a person.
  bool is_caption = false;
  bool is_title = false;
  std::string list_style = {};
  RunLook look = {};
};

// Counts the items of one list, or of the headings.
class OpenCounter {
 public:
  static constexpr std::size_t kLevels = 10;

  // Counts an item on a level from 0; `start` sets its number.
  void Count(std::size_t level, std::optional<int> start, int usual_start);
  [[nodiscard]] int At(std::size_t level) const {
    return numbers_[level].value_or(1);
  }

 private:
  std::array<std::optional<int>, kLevels> numbers_;
};

struct OpenLevel {
  bool is_bullet = true;
  Numerals numerals = Numerals::kNone;
  std::string prefix = {};
  std::string suffix = {};
  int shown_levels = 1;
  int start = 1;
};

using OpenLevels = std::array<OpenLevel, OpenCounter::kLevels>;

// Returns the label of the item counted last on a level, with the level's
// number if the label is only this number. Empty if it has no label.
[[nodiscard]] ItemLabel LabelOf(const OpenLevels& levels,
                                const OpenCounter& counter, std::size_t level);

class OpenStyles {
 public:
  // Adds the styles of a file's part, content.xml or styles.xml. `root` must
  // outlive this.
  void Add(XmlNode root);

  // Returns a style of a family ("paragraph", "text", "table-cell", "graphic")
  // with the properties it inherits.
  [[nodiscard]] const OpenStyle& Of(std::string_view family,
                                    std::string_view name);
  [[nodiscard]] const OpenLevels& LevelsOf(std::string_view list_style) const;
  [[nodiscard]] const OpenLevels& outline() const { return outline_; }

 private:
  using Key = std::pair<std::string, std::string>;

  struct Source {
    XmlNode node;
    bool is_named;  // By a person; false for automatic styles.
  };

  OpenStyle Resolve(const Key& key, int depth) const;

  std::map<Key, Source> sources_;
  std::map<Key, OpenStyle> resolved_;
  std::map<std::string, OpenLevels, std::less<>> lists_;
  OpenLevels outline_;
};

}  // namespace answerbox::client::package
