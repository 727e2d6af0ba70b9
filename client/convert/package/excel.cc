// Reads the sheets of xl/workbook.xml (ECMA-376, part 1, 18).
#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "client/convert/package/number_format.h"
#include "client/convert/package/office_parts.h"
#include "client/convert/package/package.h"
#include "client/convert/package/sheet.h"
#include "client/convert/package/word_elements.h"
#include "engine/text/whole_number.h"

namespace answerbox::client::package {
namespace {

constexpr int kMaxRow = 1 << 20;
constexpr int kMaxColumn = 1 << 14;

struct Place {
  int row = -1;
  int column = -1;
};

// Returns the place of "C12"; nothing if the name is malformed, or past the
// edge of a sheet.
std::optional<Place> PlaceOf(std::string_view name) {
  Place place{.row = 0, .column = 0};
  while (!name.empty() && name.front() >= 'A' && name.front() <= 'Z' &&
         place.column < kMaxColumn) {
    place.column = place.column * 26 + (name.front() - 'A' + 1);
    name.remove_prefix(1);
  }
  place.row = engine::WholeNumber<int>(name).value_or(0);
  if (place.row < 1 || place.row > kMaxRow || place.column < 1 ||
      place.column > kMaxColumn) {
    return std::nullopt;
  }
  return Place{place.row - 1, place.column - 1};
}

bool IsOn(std::string_view value) { return value == "1" || value == "true"; }

bool IsStruck(XmlNode font) {
  const XmlNode strike = font.Child("x:strike");
  return strike && strike["val"] != "0" && strike["val"] != "false";
}

class ExcelReader {
 public:
  explicit ExcelReader(Archive& archive) : archive_(archive) {}

  Conversion<ConvertedDocument> Read();

 private:
  struct CellStyle {
    std::string format;
    bool is_struck = false;
  };
  // Words, and those that are struck out.
  struct Words {
    std::string shown;
    std::string struck;
  };

  Conversion<void> ReadShared(std::string_view part);
  Conversion<void> ReadStyles(std::string_view part);
  Conversion<void> ReadSheet(std::string_view name, std::string_view part,
                             bool is_hidden);
  void ReadHiddenColumns(XmlNode columns);
  void ReadComments(std::string_view part);
  void ReadShapes(std::string_view part, bool is_hidden);
  void ReadRow(XmlNode row, bool is_hidden, SheetRow& out);
  SheetCell CellOf(XmlNode cell);
  void Merge(XmlNode merges, std::vector<SheetRow>& rows);
  static Words WordsOf(XmlNode item);
  void LeaveOut(LeftOut why, std::string_view text) {
    NoteLeftOut(why, text, notes_);
  }

  Archive& archive_;
  std::vector<Words> shared_;
  std::vector<CellStyle> styles_;
  std::vector<bool> hidden_columns_;  // Of the current sheet.
  BlockWriter writer_;
  ReadingNotes notes_;
  SheetSize size_;
  bool counts_from_1904_ = false;
};

// Phonetic hints (x:rPh) are not part of a text.
ExcelReader::Words ExcelReader::WordsOf(XmlNode item) {
  Words words;
  for (const XmlNode part : item) {
    if (part.Is("x:t")) words.shown += part.AllText();
    if (!part.Is("x:r")) continue;
    const bool is_struck = IsStruck(part.Child("x:rPr"));
    (is_struck ? words.struck : words.shown) += part.Child("x:t").AllText();
  }
  return words;
}

Conversion<void> ExcelReader::ReadShared(std::string_view part) {
  const auto tree = ReadOptionalXml(archive_, part);
  if (!tree) return tree.error();
  for (const XmlNode item : tree->root()) {
    if (item.Is("x:si")) shared_.push_back(WordsOf(item));
  }
  return {};
}

Conversion<void> ExcelReader::ReadStyles(std::string_view part) {
  const auto tree = ReadOptionalXml(archive_, part);
  if (!tree) return tree.error();
  std::map<int, std::string> formats;
  for (const XmlNode node : tree->root().Child("x:numFmts")) {
    // Excel allows no more bytes. The bound matters as each cell's format is
    // parsed.
    constexpr std::size_t kMaxFormatBytes = 1'024;
    const auto id = NumberIn(node, "numFmtId");
    if (id && node["formatCode"].size() <= kMaxFormatBytes) {
      formats.emplace(*id, node["formatCode"]);
    }
  }
  std::vector<bool> struck;
  for (const XmlNode font : tree->root().Child("x:fonts")) {
    if (!font.Is("x:font")) continue;
    struck.push_back(IsStruck(font));
  }
  for (const XmlNode node : tree->root().Child("x:cellXfs")) {
    if (!node.Is("x:xf")) continue;
    const int id = NumberIn(node, "numFmtId").value_or(0);
    const auto own = formats.find(id);
    const auto font =
        static_cast<std::size_t>(NumberIn(node, "fontId").value_or(0));
    styles_.push_back({.format = own != formats.end()
                                     ? own->second
                                     : std::string(BuiltInFormat(id)),
                       .is_struck = font < struck.size() && struck[font]});
  }
  return {};
}

SheetCell ExcelReader::CellOf(XmlNode cell) {
  const std::string_view type = cell["t"];
  const std::string value = cell.Child("x:v").AllText();
  const auto style = static_cast<std::size_t>(NumberIn(cell, "s").value_or(0));
  SheetCell made;
  if (type == "s" || type == "inlineStr") {
    Words words;
    if (type == "inlineStr") {
      words = WordsOf(cell.Child("x:is"));
    } else {
      std::size_t at = 0;
      const auto error =
          std::from_chars(value.data(), value.data() + value.size(), at).ec;
      if (error == std::errc() && at < shared_.size()) words = shared_[at];
    }
    size_.Add(0, words.struck.size());
    LeaveOut(LeftOut::kStruck, words.struck);
    made.text = std::move(words.shown);
  } else if (type == "b") {
    made.text = IsOn(value) ? "TRUE" : "FALSE";
  } else if (type == "str" || type == "e") {
    made.text = value;
  } else if (!value.empty()) {
    made.is_number = true;
    made.text =
        FormatNumber(value, style < styles_.size() ? styles_[style].format : "",
                     counts_from_1904_);
    // Workbooks use the format ";;;" to hide a number.
    if (made.text.empty()) LeaveOut(LeftOut::kHidden, value);
  }
  size_.Add(0, made.text.size());
  if (style < styles_.size() && styles_[style].is_struck) {
    LeaveOut(LeftOut::kStruck, made.text);
    made.text.clear();
  }
  return made;
}

void ExcelReader::ReadRow(XmlNode row, bool is_hidden, SheetRow& out) {
  int next = 0;
  for (const XmlNode node : row) {
    if (!node.Is("x:c")) continue;
    const auto place = PlaceOf(node["r"]);
    const int column = place ? std::max(place->column, next) : next;
    next = column + 1;
    if (column >= kMaxColumn) return;
    SheetCell cell = CellOf(node);
    if (size_.is_over()) return;
    if (CountWords(cell.text) == 0) continue;
    const auto at = static_cast<std::size_t>(column);
    if (is_hidden || (at < hidden_columns_.size() && hidden_columns_[at])) {
      LeaveOut(LeftOut::kHidden, cell.text);
      continue;
    }
    cell.column = column;
    size_.Add(1, 0);
    out.cells.push_back(std::move(cell));
  }
}

// The first corner of a merged cell holds its text; the other cells are empty.
void ExcelReader::Merge(XmlNode merges, std::vector<SheetRow>& rows) {
  for (const XmlNode node : merges) {
    const std::string_view name = node["ref"];
    const std::size_t colon = std::min(name.find(':'), name.size());
    const auto begin = PlaceOf(name.substr(0, colon));
    if (!begin || colon == name.size()) continue;
    const auto end = PlaceOf(name.substr(colon + 1));
    if (!end || end->row < begin->row || end->column < begin->column) continue;
    const auto row = std::lower_bound(
        rows.begin(), rows.end(), begin->row,
        [](const SheetRow& a, int number) { return a.number < number; });
    if (row == rows.end() || row->number != begin->row) continue;
    const auto cell = std::lower_bound(
        row->cells.begin(), row->cells.end(), begin->column,
        [](const SheetCell& a, int column) { return a.column < column; });
    if (cell == row->cells.end() || cell->column != begin->column) continue;
    cell->columns = end->column - begin->column + 1;
    cell->rows = end->row - begin->row + 1;
  }
}

void ExcelReader::ReadHiddenColumns(XmlNode columns) {
  hidden_columns_.clear();
  for (const XmlNode column : columns) {
    if (!IsOn(column["hidden"])) continue;
    const int begin = std::max(NumberIn(column, "min").value_or(1), 1);
    const int end = std::min(NumberIn(column, "max").value_or(0), kMaxColumn);
    if (end < begin) continue;
    hidden_columns_.resize(std::max<std::size_t>(
        hidden_columns_.size(), static_cast<std::size_t>(end)));
    std::fill(hidden_columns_.begin() + begin - 1,
              hidden_columns_.begin() + end, true);
  }
}

Conversion<void> ExcelReader::ReadSheet(std::string_view name,
                                        std::string_view part, bool is_hidden) {
  const auto tree = ReadXml(archive_, part);
  if (!tree) return tree.error();
  const XmlNode root = tree->root();
  ReadHiddenColumns(root.Child("x:cols"));
  std::vector<SheetRow> rows;
  int next = 0;
  for (const XmlNode row : root.Child("x:sheetData")) {
    if (!row.Is("x:row")) continue;
    SheetRow read;
    read.number = std::max(NumberIn(row, "r").value_or(next + 1) - 1, next);
    next = std::min(read.number, kMaxRow) + 1;
    ReadRow(row, is_hidden || IsOn(row["hidden"]), read);
    if (size_.is_over()) return SheetSize::TooLarge();
    if (!read.cells.empty()) rows.push_back(std::move(read));
  }
  Merge(root.Child("x:mergeCells"), rows);
  WriteSheet(name, rows, writer_);
  for (const Relation& relation : RelationsOf(archive_, part)) {
    if (relation.kind == "comments") ReadComments(relation.target);
    if (relation.kind == "drawing") ReadShapes(relation.target, is_hidden);
  }
  if (size_.is_over()) return SheetSize::TooLarge();
  return {};
}

void ExcelReader::ReadShapes(std::string_view part, bool is_hidden) {
  const auto tree = ReadOptionalXml(archive_, part);
  if (!tree) return;
  for (const XmlNode anchor : tree->root()) {
    const std::string text = WordTextIn(anchor);
    size_.Add(0, text.size());
    if (size_.is_over()) return;
    is_hidden ? LeaveOut(LeftOut::kHidden, text) : WriteShape(text, writer_);
  }
}

void ExcelReader::ReadComments(std::string_view part) {
  const auto tree = ReadOptionalXml(archive_, part);
  if (!tree) return;
  for (const XmlNode comment : tree->root().Child("x:commentList")) {
    LeaveOut(LeftOut::kComment, comment.Child("x:text").AllText());
  }
}

Conversion<ConvertedDocument> ExcelReader::Read() {
  const std::string part =
      TargetOf(RelationsOf(archive_, ""), "officeDocument", "xl/workbook.xml");
  const std::vector<Relation> relations = RelationsOf(archive_, part);
  const auto book = ReadXml(archive_, part);
  if (!book) return book.error();
  counts_from_1904_ = IsOn(book->root().Child("x:workbookPr")["date1904"]);
  if (auto read = ReadShared(TargetOf(relations, "sharedStrings", "")); !read) {
    return read.error();
  }
  if (auto read = ReadStyles(TargetOf(relations, "styles", "")); !read) {
    return read.error();
  }
  const RelationIndex by_id = IndexOf(relations);
  std::size_t sheets = 0;
  for (const XmlNode sheet : book->root().Child("x:sheets")) {
    const auto found = by_id.find(sheet["r:id"]);
    if (found == by_id.end() || found->second->kind != "worksheet") continue;
    if (++sheets > kMaxSheets) {
      return Rejection{RejectionReason::kTooLarge,
                       "more than 1,000 sheets: split it into parts"};
    }
    const std::string_view state = sheet["state"];
    const bool is_hidden = state == "hidden" || state == "veryHidden";
    if (auto read = ReadSheet(sheet["name"], found->second->target, is_hidden);
        !read) {
      return read.error();
    }
  }
  ConvertedDocument document = std::move(writer_).Take();
  document.notes = std::move(notes_);
  return Finish(std::move(document));
}

}  // namespace

Conversion<ConvertedDocument> ConvertExcel(int fd, std::uint64_t size) {
  Conversion<Archive> archive = Archive::Open(fd, size, "an Excel workbook");
  if (!archive) return archive.error();
  return ExcelReader(*archive).Read();
}

}  // namespace answerbox::client::package
