#include "client/convert/package/open_table.h"

#include <algorithm>

#include "client/convert/package/office_parts.h"
#include "client/convert/package/word_styles.h"

namespace answerbox::client::package {
namespace {

bool HasWords(const OpenRow& row) {
  return std::any_of(
      row.cells.begin(), row.cells.end(),
      [](const OpenCell& cell) { return bool{cell.node.first()}; });
}

int SpanOf(XmlNode node, std::string_view attribute) {
  return std::clamp(NumberIn(node, attribute).value_or(1), 1, kMaxCellCopies);
}

class RowsReader {
 public:
  explicit RowsReader(bool with_covered) : with_covered_(with_covered) {}

  OpenTable table;

  void Read(XmlNode parent, bool is_head) {
    for (const XmlNode node : parent) {
      if (node.Is("table:table-row")) {
        ReadRow(node, is_head);
      } else if (node.Is("table:table-column")) {
        ReadColumn(node);
      } else if (node.Is("table:table-header-rows")) {
        Read(node, true);
      } else if (node.Is("table:table-rows") ||
                 node.Is("table:table-row-group") ||
                 node.Is("table:table-columns") ||
                 node.Is("table:table-column-group") ||
                 node.Is("table:table-header-columns")) {
        Read(node, is_head);
      }
    }
  }

 private:
  void ReadColumn(XmlNode node) {
    constexpr int kMaxColumns = 16'384;
    const int copies =
        std::clamp(NumberIn(node, "table:number-columns-repeated").value_or(1),
                   1, kMaxColumns);
    const std::string_view shown = node["table:visibility"];
    for (int i = 0; i < copies && column_ < kMaxColumns; ++i, ++column_) {
      if (shown == "collapse" || shown == "filter") {
        table.hidden_columns.push_back(column_);
      }
    }
  }

  void ReadRow(XmlNode node, bool is_head) {
    const std::string_view shown = node["table:visibility"];
    OpenRow row{.cells = {},
                .is_head = is_head,
                .is_hidden = shown == "collapse" || shown == "filter"};
    for (const XmlNode cell : node) {
      const bool is_covered = cell.Is("table:covered-table-cell");
      if (!is_covered && !cell.Is("table:table-cell")) continue;
      if (is_covered && !with_covered_) continue;
      row.cells.push_back(
          {.node = cell,
           .columns = SpanOf(cell, "table:number-columns-spanned"),
           .rows = SpanOf(cell, "table:number-rows-spanned"),
           .copies = SpanOf(cell, "table:number-columns-repeated"),
           .is_covered = is_covered});
    }
    if (HasWords(row)) row.copies = SpanOf(node, "table:number-rows-repeated");
    row.copies = static_cast<int>(
        std::min(static_cast<std::size_t>(row.copies), kMaxOpenRows - rows_));
    // The bound is reached. Rows without words are no loss.
    if (row.copies == 0) {
      table.is_cut = table.is_cut || HasWords(row);
      return;
    }
    rows_ += static_cast<std::size_t>(row.copies);
    table.rows.push_back(std::move(row));
  }

  bool with_covered_;
  int column_ = 0;
  std::size_t rows_ = 0;  // Including copies.
};

}  // namespace

std::string OpenTextIn(XmlNode node) {
  if (!node) return {};
  const std::string_view name = node.name();
  if (name.empty()) return std::string(node.text());
  // The author and the date of a note or change are not its text.
  if (name.starts_with("dc:") || name == "office:change-info") return {};
  if (name == "text:s" || name == "text:tab" || name == "text:line-break") {
    return " ";
  }
  std::string text;
  for (const XmlNode child : node) text += OpenTextIn(child);
  if (name == "text:p" || name == "text:h") text += ' ';
  return text;
}

OpenTable ReadOpenTable(XmlNode table, bool with_covered) {
  RowsReader reader(with_covered);
  reader.Read(table, false);
  return std::move(reader.table);
}

Conversion<OpenParts> OpenParts::Open(int fd, std::uint64_t size,
                                      std::string_view what) {
  Conversion<Archive> archive = Archive::Open(fd, size, what);
  if (!archive) return archive.error();
  const auto manifest = ReadOptionalXml(*archive, "META-INF/manifest.xml");
  if (manifest) {
    for (const XmlNode entry : manifest->root()) {
      if (entry.Child("manifest:encryption-data")) {
        return Rejection{RejectionReason::kEncrypted,
                         "the file is encrypted: save a copy without a "
                         "password"};
      }
    }
  }
  auto content = ReadXml(*archive, "content.xml");
  if (!content) return content.error();
  auto styles = ReadOptionalXml(*archive, "styles.xml");
  if (!styles) return styles.error();
  // A damaged part is no error here, as only the title would be missing.
  const auto meta = ReadOptionalXml(*archive, "meta.xml");
  std::string title =
      meta ? meta->root().Child("office:meta").Child("dc:title").AllText()
           : std::string();
  return OpenParts{*std::move(archive), *std::move(content), *std::move(styles),
                   std::move(title)};
}

}  // namespace answerbox::client::package
