// Reads the sheets of content.xml of an OpenDocument spreadsheet (ODF 1.3, part
// 3, 9). The file has the text that cells show.
#include <algorithm>
#include <utility>

#include "client/convert/package/open_parts.h"
#include "client/convert/package/package.h"
#include "client/convert/package/sheet.h"

namespace answerbox::client::package {
namespace {

class SpreadsheetReader {
 public:
  explicit SpreadsheetReader(OpenStyles styles) : styles_(std::move(styles)) {}

  Conversion<void> Read(XmlNode table);
  void NoteDeleted(XmlNode changes) {
    LeaveOut(LeftOut::kDeleted, OpenTextIn(changes));
  }
  Conversion<ConvertedDocument> Take() &&;

 private:
  void ReadCell(const OpenCell& cell, bool is_hidden, SheetRow& row);
  void LeaveOut(LeftOut why, std::string_view text) {
    NoteLeftOut(why, text, notes_);
  }
  std::string ShownIn(XmlNode node, bool is_struck);

  OpenStyles styles_;
  BlockWriter writer_;
  std::vector<int> hidden_columns_;
  ReadingNotes notes_;
  SheetSize size_;
  int column_ = 0;
};

// Returns the words of a cell, without notes and struck words.
std::string SpreadsheetReader::ShownIn(XmlNode node, bool is_struck) {
  const std::string_view name = node.name();
  if (name == "office:annotation") {
    LeaveOut(LeftOut::kComment, OpenTextIn(node));
    return {};
  }
  if (name.starts_with("draw:")) return OpenTextIn(node);
  if (name.empty()) {
    if (!is_struck) return std::string(node.text());
    LeaveOut(LeftOut::kStruck, node.text());
    return {};
  }
  if (name == "text:span") {
    is_struck = styles_.Of("text", node["text:style-name"])
                    .look.struck.value_or(is_struck);
  }
  if (name == "text:s" || name == "text:tab") return " ";
  std::string text;
  for (const XmlNode child : node) text += ShownIn(child, is_struck);
  if (name == "text:p") text += ' ';
  return text;
}

void SpreadsheetReader::ReadCell(const OpenCell& cell, bool is_hidden,
                                 SheetRow& row) {
  std::string text;
  if (cell.node.first()) {
    const bool is_struck =
        styles_.Of("table-cell", cell.node["table:style-name"])
            .look.struck.value_or(false);
    text = ShownIn(cell.node, is_struck);
  }
  const bool is_left_out = is_hidden || cell.is_covered;
  if (is_left_out || CountWords(text) == 0) {
    if (is_left_out) LeaveOut(LeftOut::kHidden, text);
    column_ += cell.copies;
    return;
  }
  const auto copies = static_cast<std::size_t>(cell.copies);
  // Counted before the copies are made: a short file may ask for very many.
  size_.Add(copies, copies * text.size());
  if (size_.is_over()) return;
  const std::string_view type = cell.node["office:value-type"];
  const bool is_number = !type.empty() && type != "string";
  for (int i = 0; i < cell.copies; ++i, ++column_) {
    if (std::binary_search(hidden_columns_.begin(), hidden_columns_.end(),
                           column_)) {
      LeaveOut(LeftOut::kHidden, text);
      continue;
    }
    row.cells.push_back({.column = column_,
                         .text = text,
                         .is_number = is_number,
                         .columns = cell.columns,
                         .rows = cell.rows});
  }
}

Conversion<void> SpreadsheetReader::Read(XmlNode table) {
  OpenTable read = ReadOpenTable(table, /*with_covered=*/true);
  if (read.is_cut) {
    return Rejection{RejectionReason::kTooLarge,
                     "more than 200,000 rows of a sheet: split it into parts"};
  }
  hidden_columns_ = std::move(read.hidden_columns);
  const bool is_hidden = styles_.Of("table", table["table:style-name"])
                             .look.hidden.value_or(false);
  std::vector<SheetRow> rows;
  int number = 0;
  for (const OpenRow& row : read.rows) {
    SheetRow made{.number = number, .cells = {}};
    number += row.copies;
    column_ = 0;
    for (const OpenCell& cell : row.cells) {
      ReadCell(cell, is_hidden || row.is_hidden, made);
    }
    const auto more = static_cast<std::size_t>(row.copies - 1);
    for (const SheetCell& cell : made.cells) {
      size_.Add(more, more * cell.text.size());
    }
    if (size_.is_over()) return SheetSize::TooLarge();
    if (made.cells.empty()) continue;
    for (int copy = 1; copy < row.copies; ++copy, ++made.number) {
      rows.push_back(made);
    }
    rows.push_back(std::move(made));
  }
  WriteSheet(table["table:name"], rows, writer_);
  for (const XmlNode shape : table.Child("table:shapes")) {
    const std::string text = OpenTextIn(shape);
    is_hidden ? LeaveOut(LeftOut::kHidden, text) : WriteShape(text, writer_);
  }
  return {};
}

Conversion<ConvertedDocument> SpreadsheetReader::Take() && {
  ConvertedDocument document = std::move(writer_).Take();
  document.notes = std::move(notes_);
  return Finish(std::move(document));
}

}  // namespace

Conversion<ConvertedDocument> ConvertOpenSpreadsheet(int fd,
                                                     std::uint64_t size) {
  Conversion<OpenParts> parts =
      OpenParts::Open(fd, size, "an OpenDocument spreadsheet");
  if (!parts) return parts.error();
  const XmlNode sheets =
      parts->content.root().Child("office:body").Child("office:spreadsheet");
  if (!sheets) {
    return Rejection{RejectionReason::kDamaged,
                     "this is not an OpenDocument spreadsheet, although its "
                     "name says so"};
  }
  OpenStyles styles;
  styles.Add(parts->content.root());
  styles.Add(parts->styles.root());
  SpreadsheetReader reader(std::move(styles));
  std::size_t count = 0;
  for (const XmlNode table : sheets) {
    if (table.Is("table:tracked-changes")) reader.NoteDeleted(table);
    if (!table.Is("table:table")) continue;
    if (++count > kMaxSheets) {
      return Rejection{RejectionReason::kTooLarge,
                       "more than 1,000 sheets: split it into parts"};
    }
    if (auto read = reader.Read(table); !read) return read.error();
  }
  return std::move(reader).Take();
}

}  // namespace answerbox::client::package
