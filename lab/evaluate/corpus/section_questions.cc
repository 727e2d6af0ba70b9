#include "lab/evaluate/corpus/section_questions.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "client/input/file_contents.h"
#include "engine/text/utf8.h"
#include "lab/client.h"

namespace answerbox::lab {
namespace {

// Removes and returns the first cell of a line; nothing if its quotation mark
// is not closed or stands before more text.
std::optional<std::string> TakeCell(std::string_view& rest) {
  std::string cell;
  if (!rest.starts_with('"')) {
    cell = rest.substr(0, rest.find('\t'));
    rest.remove_prefix(cell.size());
    return cell;
  }
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] != '"') {
      cell += rest[i];
    } else if (rest.substr(i).starts_with("\"\"")) {
      cell += rest[i++];
    } else {
      rest.remove_prefix(i + 1);
      if (!rest.empty() && !rest.starts_with('\t')) return std::nullopt;
      return cell;
    }
  }
  return std::nullopt;
}

Outcome<std::vector<std::string>> Cells(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::vector<std::string> cells;
  for (;;) {
    auto cell = TakeCell(line);
    if (!cell) return Rejected("a cell's quotation mark is not closed");
    cells.push_back(std::move(*cell));
    if (cells.size() > kMaxSectionColumns) {
      return Rejected("more than " + std::to_string(kMaxSectionColumns) +
                      " columns");
    }
    if (line.empty()) return cells;
    line.remove_prefix(1);  // The tab.
  }
}

// Where the columns are, by the first line.
struct Columns {
  std::size_t count = 0;
  std::size_t document = 0;
  std::size_t question = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::optional<std::size_t> kind;
};

Outcome<Columns> ReadColumns(const std::vector<std::string>& names) {
  Columns columns;
  columns.count = names.size();
  for (const auto& [name, column] :
       {std::pair("doc", &columns.document),
        std::pair("question", &columns.question),
        std::pair("start", &columns.begin), std::pair("end", &columns.end)}) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      return Rejected("there is no column \"" + std::string(name) +
                      "\"; the first line names the columns");
    }
    *column = static_cast<std::size_t>(found - names.begin());
  }
  const auto kind = std::ranges::find(names, "qtype");
  if (kind != names.end()) {
    columns.kind = static_cast<std::size_t>(kind - names.begin());
  }
  return columns;
}

std::optional<std::uint32_t> Number(const std::string& cell) {
  std::uint32_t number = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

Outcome<SectionQuestion> ReadRow(const Columns& columns,
                                 std::string_view line) {
  auto cells = Cells(line);
  if (!cells) return cells.error();
  if (cells->size() != columns.count) {
    return Rejected("there are " + std::to_string(cells->size()) +
                    " columns, and the first line names " +
                    std::to_string(columns.count));
  }
  SectionQuestion question;
  question.document = std::move((*cells)[columns.document]);
  question.text = std::move((*cells)[columns.question]);
  if (columns.kind) question.kind = std::move((*cells)[*columns.kind]);
  const auto begin = Number((*cells)[columns.begin]);
  const auto end = Number((*cells)[columns.end]);
  if (!begin || !end || *begin >= *end) {
    return Rejected(
        "\"start\" and \"end\" should be numbers of characters, the first "
        "less than the second");
  }
  question.begin = *begin;
  question.end = *end;
  if (question.document.empty() || question.text.empty()) {
    return Rejected("\"doc\" or \"question\" is empty");
  }
  return question;
}

class SectionReader {
 public:
  Outcome<void> ReadLine(std::string_view line) {
    ++line_;
    if (!columns_) {
      auto names = Cells(line);
      if (!names) return names.error();
      auto columns = ReadColumns(*names);
      if (!columns) return columns.error();
      columns_ = *columns;
      return {};
    }
    if (questions.size() == kMaxSectionQuestions) {
      return Rejected("more than " + std::to_string(kMaxSectionQuestions) +
                      " questions; split the file");
    }
    auto question = ReadRow(*columns_, line);
    if (!question) return question.error();
    question->line = line_;
    questions.push_back(std::move(*question));
    return {};
  }

  [[nodiscard]] std::size_t line() const { return line_; }

  std::vector<SectionQuestion> questions;

 private:
  std::optional<Columns> columns_;
  std::size_t line_ = 0;
};

}  // namespace

Outcome<std::vector<SectionQuestion>> ReadSectionQuestions(
    const std::filesystem::path& path) {
  const auto contents = ReadFileContents(path);
  if (!contents) return contents.error();
  if (!engine::ValidateUtf8(*contents)) {
    return Rejected(path.string() + ": not text in UTF-8");
  }
  SectionReader reader;
  for (std::string_view rest = *contents; !rest.empty();) {
    const auto read = reader.ReadLine(TakeLine(rest));
    if (!read) {
      return Rejected(path.string() + ", line " +
                      std::to_string(reader.line()) + ": " +
                      read.error().message);
    }
  }
  if (reader.questions.empty()) {
    return Rejected(path.string() + ": there is no question");
  }
  return std::move(reader.questions);
}

}  // namespace answerbox::lab
