#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/convert/layout/document_style.h"
#include "engine/text/ascii.h"

namespace answerbox::client::layout {
namespace {

// A page of more lines is a map or a drawing.
constexpr std::size_t kMaxPageLines = 2000;

struct NumberLine {
  std::size_t index = 0;  // In LinePage::lines.
  std::int32_t value = 0;
};

// Lines of text side by side, without the line numbers.
struct TextRow {
  Length top = 0;
  Length bottom = 0;
  Length width = 0;
  std::size_t cells = 0;
};

bool IsNumber(const Line& line) {
  constexpr std::size_t kMaxDigits = 4;
  return line.mark.empty() && !line.text.empty() &&
         line.text.size() <= kMaxDigits &&
         engine::HasOnly(line.text, "0123456789");
}

std::vector<TextRow> RowsOfText(const LineRefs& lines) {
  std::vector<TextRow> rows;
  for (const Row& row : MakeRows(lines)) {
    rows.push_back({.top = row.top,
                    .bottom = row.bottom,
                    .width = row.right() - row.lines.front()->left,
                    .cells = row.lines.size()});
  }
  return rows;
}

// Returns the row beside a line; the number of rows if there is none.
std::size_t RowBeside(const std::vector<TextRow>& rows, const Line& line) {
  return static_cast<std::size_t>(
      std::ranges::find_if(rows,
                           [&line](const TextRow& row) {
                             return line.middle() >= row.top &&
                                    line.middle() <= row.bottom;
                           }) -
      rows.begin());
}

// Whether the numbers count the rows beside them: each, or each fifth or tenth.
// The first column of a table counts rows, too, but such rows have several
// cells.
bool CountRows(const std::vector<NumberLine>& numbers,
               const std::vector<TextRow>& rows, const LinePage& page) {
  constexpr std::size_t kFewestOfEach = 5;
  if (numbers.size() < 2) return false;
  const std::int32_t step = numbers[1].value - numbers[0].value;
  if (step < 1 || step > 10) return false;
  if (step == 1 && numbers.size() < kFewestOfEach) return false;
  if (step > 1 && numbers[0].value % step != 0) return false;
  std::size_t of_cells = 0;
  Length width = 0;
  std::size_t last = 0;
  const std::size_t first = RowBeside(rows, page.lines[numbers[0].index]);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t at = RowBeside(rows, page.lines[numbers[i].index]);
    if (i > 0 && (numbers[i].value - numbers[i - 1].value != step ||
                  at < last + static_cast<std::size_t>(step))) {
      return false;
    }
    last = at;
    of_cells += rows[at].cells > 1 ? 1 : 0;
    width = std::max(width, rows[at].width);
  }
  // A heading may be left uncounted; the further lines of an item may not.
  const std::size_t counted =
      static_cast<std::size_t>(step) * (numbers.size() - 1);
  return 5 * (last - first) <= 6 * counted && 3 * of_cells <= numbers.size() &&
         width >= Percent(page.width, 30);
}

// Returns where the text of a page begins, running lines excluded.
std::optional<Length> LeftOfText(const LineRefs& text, const LinePage& page) {
  std::optional<Length> left;
  for (const Line* line : text) {
    if (line->top <= Percent(page.height, 8) ||
        line->bottom >= Percent(page.height, 92)) {
      continue;
    }
    left = std::min(left.value_or(line->left), line->left);
  }
  return left;
}

// Finds the numbers that stand in the margin beside rows, from top to bottom.
std::vector<NumberLine> NumbersInMargin(const LinePage& page,
                                        const std::vector<TextRow>& rows,
                                        Length left) {
  std::vector<NumberLine> numbers;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const Line& line = page.lines[i];
    if (!IsNumber(line) || line.table > 0 ||
        line.right > left - line.size / 2 ||
        RowBeside(rows, line) == rows.size()) {
      continue;
    }
    NumberLine number{.index = i};
    std::from_chars(line.text.data(), line.text.data() + line.text.size(),
                    number.value);
    numbers.push_back(number);
  }
  std::ranges::sort(numbers, {}, [&page](const NumberLine& number) {
    return page.lines[number.index].top;
  });
  return numbers;
}

// Makes one line of all numbers, so that they become one block.
void MakeOneLine(std::vector<NumberLine> numbers, LinePage& page,
                 TextStore& store) {
  std::string all;
  for (const NumberLine& number : numbers) {
    if (!all.empty()) all += ' ';
    all += page.lines[number.index].text;
  }
  Line& kept = page.lines[numbers.front().index];
  kept.text = store.Keep(all);
  kept.role = LineRole::kRunning;
  numbers.erase(numbers.begin());
  std::ranges::sort(numbers, std::ranges::greater(), &NumberLine::index);
  for (const NumberLine& number : numbers) {
    page.lines.erase(page.lines.begin() +
                     static_cast<std::ptrdiff_t>(number.index));
  }
}

}  // namespace

void SetLineNumbersApart(LinePage& page, TextStore& store) {
  if (page.lines.size() > kMaxPageLines) return;
  LineRefs text;
  for (Line& line : page.lines) {
    if (!IsNumber(line)) text.push_back(&line);
  }
  const auto left = LeftOfText(text, page);
  if (!left) return;
  const std::vector<TextRow> rows = RowsOfText(text);
  std::vector<NumberLine> numbers = NumbersInMargin(page, rows, *left);
  if (CountRows(numbers, rows, page)) {
    MakeOneLine(std::move(numbers), page, store);
  }
}

}  // namespace answerbox::client::layout
