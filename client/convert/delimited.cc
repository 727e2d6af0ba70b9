#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "client/convert/converters.h"
#include "client/convert/document/block_writer.h"
#include "client/convert/document/table_cells.h"

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

// The value up to its closing quote, or to the end where none closes it.
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
  values_.clear();
  while (true) {
    values_.push_back(TakeValue());
    if (!text_.starts_with(separator_)) break;
    text_.remove_prefix(1);
  }
  if (text_.starts_with('\r')) text_.remove_prefix(1);
  if (text_.starts_with('\n')) text_.remove_prefix(1);
  // A sheet whose longest row has 40 columns gives every row 40 values.
  // Without the empty values that spreadsheets fill their rows with.
  while (!values_.empty() && values_.back().empty()) values_.pop_back();
  return {values_.begin(), values_.end()};
}

// Spreadsheets write semicolons where the comma is the decimal point. The first
// line names the columns, so it hardly has commas of its own.
char SeparatorOf(std::string_view text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  const auto commas = std::count(line.begin(), line.end(), ',');
  const auto semicolons = std::count(line.begin(), line.end(), ';');
  return semicolons > commas ? ';' : ',';
}

Conversion<ConvertedDocument> ConvertRows(std::string_view text,
                                          char separator) {
  BlockWriter writer;
  writer.Begin(engine::TextBlockKind::kTable);
  RowParser rows(text, separator);
  std::uint32_t number = 0;
  while (!rows.is_at_end()) {
    const auto values = rows.Next();
    // Blank lines part nothing in a table.
    if (values.empty()) continue;
    WriteRow(values, number, number == 0 ? engine::kHeadsColumn : 0, writer);
    ++number;
  }
  writer.End();
  return Finish(std::move(writer).Take());
}

// Errors: those of CheckText.
Conversion<std::string_view> CheckedText(const std::string& bytes) {
  if (const auto checked = CheckText(bytes); !checked) return checked.error();
  std::string_view text = bytes;
  if (text.starts_with(kUtf8ByteOrderMark)) {
    text.remove_prefix(kUtf8ByteOrderMark.size());
  }
  return text;
}

}  // namespace

Conversion<ConvertedDocument> ConvertCommaSeparated(std::string bytes) {
  Conversion<std::string_view> text = CheckedText(bytes);
  if (!text) return text.error();
  constexpr std::string_view kSeparatorLine = "sep=";
  constexpr std::string_view kSeparators = ",;\t|";
  // Excel's own way to name the separator.
  const std::size_t at = kSeparatorLine.size();
  if (text->starts_with(kSeparatorLine) && text->size() > at &&
      kSeparators.find((*text)[at]) != std::string_view::npos) {
    const char separator = (*text)[at];
    text->remove_prefix(std::min(text->find('\n'), text->size() - 1) + 1);
    return ConvertRows(*text, separator);
  }
  return ConvertRows(*text, SeparatorOf(*text));
}

Conversion<ConvertedDocument> ConvertTabSeparated(std::string bytes) {
  const Conversion<std::string_view> text = CheckedText(bytes);
  if (!text) return text.error();
  return ConvertRows(*text, '\t');
}

}  // namespace answerbox::client
