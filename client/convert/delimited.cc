#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/converters.h"
#include "client/convert/document/block_writer.h"
#include "client/convert/document/conversion_clock.h"
#include "client/convert/document/table_groups.h"
#include "client/convert/document/text_charset.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// Takes rows off the front of a text.
class RowParser {
 public:
  RowParser(std::string_view text, char separator)
      : text_(text), separator_(separator) {}

  [[nodiscard]] bool is_at_end() const { return text_.empty(); }

  // The values of the next row, without blanks around them. They are valid
  // until the next call.
  std::vector<std::string_view> Next();

 private:
  std::string TakeValue();
  std::string TakeQuoted();
  [[nodiscard]] bool EndsValue(char c) const {
    return c == separator_ || c == '\n' || c == '\r';
  }

  std::string_view text_;
  char separator_;
  std::vector<std::string> values_;
};

// Returns the value up to its closing quote, or up to the end of the text if no
// quote closes it.
std::string RowParser::TakeQuoted() {
  std::string value;
  text_.remove_prefix(1);
  while (!text_.empty()) {
    const std::size_t quote = std::min(text_.find('"'), text_.size());
    value += text_.substr(0, quote);
    text_.remove_prefix(std::min(quote + 1, text_.size()));
    if (!text_.starts_with('"')) break;
    value += '"';
    text_.remove_prefix(1);
  }
  return value;
}

std::string RowParser::TakeValue() {
  std::string value;
  if (text_.starts_with('"')) value = TakeQuoted();
  const auto end = std::find_if(text_.begin(), text_.end(),
                                [this](char c) { return EndsValue(c); });
  const auto length = static_cast<std::size_t>(end - text_.begin());
  value += text_.substr(0, length);
  text_.remove_prefix(length);
  return value;
}

std::vector<std::string_view> RowParser::Next() {
  CheckConversionTime();
  values_.clear();
  while (true) {
    values_.push_back(TakeValue());
    if (!text_.starts_with(separator_)) break;
    text_.remove_prefix(1);
  }
  if (text_.starts_with('\r')) text_.remove_prefix(1);
  if (text_.starts_with('\n')) text_.remove_prefix(1);
  // Drops the empty values at the end: spreadsheets fill every row up to the
  // width of the longest one.
  while (!values_.empty() && values_.back().empty()) values_.pop_back();
  return {values_.begin(), values_.end()};
}

using Values = std::vector<std::string>;

constexpr std::string_view kSeparators = "\t;|,";
constexpr std::size_t kSampleBytes = 1 << 14;
constexpr std::size_t kSampleRows = 20;

// Counts those of the first rows that have the commonest number of values. Rows
// of a single value do not count.
std::size_t RowsAlike(std::string_view sample, char separator) {
  std::map<std::size_t, std::size_t> rows_of;
  RowParser rows(sample, separator);
  for (std::size_t n = 0; n < kSampleRows && !rows.is_at_end(); ++n) {
    const std::size_t values = rows.Next().size();
    if (values > 1) ++rows_of[values];
  }
  std::size_t most = 0;
  for (const auto& [values, count] : rows_of) most = std::max(most, count);
  return most;
}

// Counts the separators in the first line. One before a blank is punctuation.
std::size_t PartsOf(std::string_view line, char separator) {
  std::size_t parts = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    parts += line[i] == separator && !line.substr(i + 1).starts_with(' ');
  }
  return parts;
}

// Spreadsheets write semicolons where the comma is the decimal point; people
// choose tabs or bars. If two separators give equally many rows of one width,
// the first line decides: it seldom holds more than the names of columns.
char SeparatorOf(std::string_view text) {
  const std::string_view sample = text.substr(0, kSampleBytes);
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  char best = ',';
  std::pair<std::size_t, std::size_t> most{0, 0};
  for (const char separator : kSeparators) {
    const std::pair score{RowsAlike(sample, separator),
                          PartsOf(line, separator)};
    if (score.first > 0 && score > most) {
      most = score;
      best = separator;
    }
  }
  return best;
}

std::size_t FilledValues(const Values& row) {
  return static_cast<std::size_t>(std::ranges::count_if(
      row, [](const std::string& value) { return !value.empty(); }));
}

// Counts the rows above a table's head. They have a single value each, while
// the head has several; or they stand above an empty line and are narrower than
// the rows after it, such as the date of an export. `rows` may begin with empty
// ones.
std::size_t TitleRowsOf(std::span<const Values> rows) {
  constexpr std::size_t kMostTitleRows = 10;
  std::size_t titles = 0;
  while (titles < rows.size() && FilledValues(rows[titles]) < 2) ++titles;
  // A list of one column has no head.
  if (titles == rows.size() || titles > kMostTitleRows) return 0;
  for (std::size_t r = titles; r < std::min(rows.size(), kMostTitleRows); ++r) {
    if (!rows[r].empty()) continue;
    std::size_t next = r;
    while (next < rows.size() && rows[next].empty()) ++next;
    const auto is_narrow = [](const Values& row) {
      return FilledValues(row) <= 2;
    };
    if (next < rows.size() && FilledValues(rows[next]) > 2 &&
        std::ranges::all_of(rows.subspan(0, r), is_narrow)) {
      titles = next;
    }
  }
  return titles;
}

// Returns the value with all numbers made equal: "12,50 m" and "4 m" have one
// shape. Empty if the value has no number.
std::string ShapeOf(std::string_view value) {
  std::string shape;
  bool has_digits = false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool is_number =
        engine::IsDigit(value[i]) || (engine::IsOneOf(value[i], ".,") &&
                                      i > 0 && engine::IsDigit(value[i - 1]));
    has_digits = has_digits || is_number;
    if (!is_number) {
      shape += value[i];
    } else if (!shape.ends_with('0')) {
      shape += '0';
    }
  }
  return has_digits ? shape : std::string();
}

// Whether a value is a year, by which tables of statistics name their columns.
bool IsYear(std::string_view value) {
  return value.size() == 4 && std::ranges::all_of(value, engine::IsDigit) &&
         (value.starts_with("19") || value.starts_with("20"));
}

// Whether the first row is like those below it: a value with a number has the
// shape that most values in its column have. A row of words is a head, whatever
// follows.
bool IsRowOfData(std::span<const Values> rows) {
  constexpr std::size_t kMostColumns = 256;
  constexpr std::size_t kMostRows = 256;
  rows = rows.first(std::min(rows.size(), kMostRows));
  const std::size_t columns = std::min(rows[0].size(), kMostColumns);
  for (std::size_t column = 0; column < columns; ++column) {
    const std::string shape = ShapeOf(rows[0][column]);
    if (shape.empty()) continue;
    std::size_t filled = 0;
    std::size_t alike = 0;
    std::size_t years = 0;
    for (const Values& row : rows.subspan(1)) {
      if (column >= row.size() || row[column].empty()) continue;
      ++filled;
      alike += ShapeOf(row[column]) == shape;
      years += IsYear(row[column]);
    }
    const bool is_year_above_numbers = IsYear(rows[0][column]) && years == 0;
    if (filled > 0 && 2 * alike >= filled && !is_year_above_numbers)
      return true;
  }
  return false;
}

std::string LettersOf(std::string_view value) {
  std::string letters;
  for (const char c : value) {
    if (engine::IsLetter(c) || engine::IsDigit(c)) {
      letters += engine::ToLowerAscii(c);
    }
  }
  return letters;
}

// Whether the second row repeats in words the names that the first row gives
// the columns: "Do not give" below "DO_NOT_GIVE_EN". Survey programs export
// such forms.
bool NamesColumnsAgain(std::span<const Values> rows) {
  if (rows.size() < 2) return false;
  std::size_t both = 0;
  std::size_t alike = 0;
  std::size_t marked = 0;
  for (std::size_t i = 0; i < std::min(rows[0].size(), rows[1].size()); ++i) {
    const std::string name = LettersOf(rows[0][i]);
    const std::string words = LettersOf(rows[1][i]);
    if (name.empty() || words.empty()) continue;
    ++both;
    alike += name.starts_with(words);
    marked += rows[0][i].find('_') != std::string::npos;
  }
  return both > 1 && marked > 0 && 10 * alike >= 6 * both;
}

TableRow RowOf(const Values& values, std::uint8_t flags) {
  TableRow row;
  for (std::size_t i = 0; i < values.size(); ++i) {
    row.push_back({.text = values[i], .column = i, .flags = flags});
  }
  return row;
}

// Titles become the table's caption. Blank lines do not end it.
std::vector<TableRow> ReadHead(std::span<const Values> rows,
                               BlockWriter& writer) {
  const std::size_t titles = TitleRowsOf(rows);
  for (const Values& title : rows.subspan(0, titles)) {
    if (title.empty()) continue;
    writer.Line();
    writer.Begin(engine::TextBlockKind::kCaption);
    for (const std::string& value : title) {
      writer.Space();
      writer.Flowing(value);
    }
    writer.End();
  }
  std::vector<Values> body;
  for (const Values& row : rows.subspan(titles)) {
    if (!row.empty()) body.push_back(row);
  }
  const bool has_head = !body.empty() && !IsRowOfData(body);
  // The row in words becomes the head; the technical names stay below it.
  if (has_head && NamesColumnsAgain(body)) std::swap(body[0], body[1]);
  std::vector<TableRow> table;
  for (const Values& row : body) {
    const bool is_head = has_head && table.empty();
    table.push_back(
        RowOf(row, is_head ? engine::kHeadsColumn : std::uint8_t{0}));
  }
  return table;
}

// Keeps as many rows as the document may have blocks for their cells. Further
// rows of a longer file stay in the text as they are.
Conversion<ConvertedDocument> ConvertRows(const DecodedText& decoded,
                                          std::string_view text,
                                          char separator) {
  BlockWriter writer;
  writer.Begin(engine::TextBlockKind::kTable);
  RowParser rows(text, separator);
  std::vector<Values> kept;
  for (std::size_t cells = 0;
       cells < engine::kMaxTextBlocks && !rows.is_at_end();) {
    const auto values = rows.Next();
    kept.emplace_back(values.begin(), values.end());
    cells += values.size() + 1;
  }
  std::vector<TableRow> table = ReadHead(kept, writer);
  if (rows.is_at_end()) RepeatGroups(table);
  WriteTableRows(table, writer);
  auto number = static_cast<std::uint32_t>(table.size());
  while (!rows.is_at_end()) {
    const auto values = rows.Next();
    if (values.empty()) continue;
    WriteTableRow(RowOf({values.begin(), values.end()}, 0), number++, writer);
  }
  writer.End();
  ConvertedDocument document = std::move(writer).Take();
  document.notes.guessed_charset = decoded.guessed_charset;
  return Finish(std::move(document));
}

}  // namespace

Conversion<ConvertedDocument> ConvertCommaSeparated(std::string bytes) {
  const Conversion<DecodedText> decoded = DecodeText(std::move(bytes));
  if (!decoded) return decoded.error();
  std::string_view text = decoded->text;
  constexpr std::string_view kSeparatorLine = "sep=";
  // Excel's own way to name the separator.
  const std::size_t at = kSeparatorLine.size();
  if (text.starts_with(kSeparatorLine) && text.size() > at &&
      kSeparators.find(text[at]) != std::string_view::npos) {
    const char separator = text[at];
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    return ConvertRows(*decoded, text, separator);
  }
  return ConvertRows(*decoded, text, SeparatorOf(text));
}

Conversion<ConvertedDocument> ConvertTabSeparated(std::string bytes) {
  const Conversion<DecodedText> decoded = DecodeText(std::move(bytes));
  if (!decoded) return decoded.error();
  return ConvertRows(*decoded, decoded->text, '\t');
}

}  // namespace answerbox::client
