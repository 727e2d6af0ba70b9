#include <algorithm>
#include <string>
#include <vector>

#include "client/convert/layout/document_style.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

enum class Entry : std::uint8_t {
  kNone,
  kNumbered,  // Ends in a number on the right.
  kLed,       // Dots lead to the number.
};

struct EntryRow {
  const Row* row;
  Entry entry = Entry::kNone;
  std::string number;

  [[nodiscard]] Length right() const { return row->lines.back()->right; }
};

bool HasTitle(const Row& row) {
  return std::ranges::any_of(
      row.lines, [](const Line* line) { return IsContentsTitle(line->text); });
}

// A number without dots before it must stand at the right, or separate from its
// title: sentences end with years and quantities, too.
EntryRow EntryOf(const Row& row, Length page_width) {
  std::string text;
  for (const Line* line : row.lines) text += FullText(*line) + ' ';
  EntryRow entry{&row, Entry::kNone, {}};
  entry.number = TrailingPageNumber(text);
  if (entry.number.empty()) return entry;
  if (HasLeader(text)) {
    entry.entry = Entry::kLed;
  } else if (row.has_cells() || entry.right() > Percent(page_width, 75)) {
    entry.entry = Entry::kNumbered;
  }
  return entry;
}

// Whether the numbers of a page are page numbers in contents: most rows have
// one, and they rise nearly throughout, cover some range, and end near the
// document's last page. (They may start later than the pages, or count parts
// that are not in the file.) The rows of a table of figures end with numbers as
// well, but not such ones.
bool Rise(const std::vector<EntryRow>& rows, bool has_title,
          std::size_t page_count) {
  constexpr std::size_t kFewest = 5;
  std::vector<std::size_t> numbers;
  for (const EntryRow& row : rows) {
    // Roman numbers of a preface do not count.
    if (row.entry == Entry::kNone || row.number.front() > '9') continue;
    std::size_t number = 0;
    for (const char c : row.number) {
      number = number * 10 + static_cast<std::size_t>(c - '0');
    }
    numbers.push_back(number);
  }
  if (numbers.size() < kFewest) return false;
  std::size_t rising = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i - 1] <= numbers[i]) ++rising;
  }
  const auto [least, most] = std::ranges::minmax(numbers);
  return rising * 100 >= (numbers.size() - 1) * 85 &&
         (has_title || numbers.size() * 10 > rows.size() * 7) &&
         most > least + 3 && most <= page_count * 16 / 10 + 30;
}

// If dots lead to most numbers, a row without dots is an entry only if its
// number stands in line with theirs.
void DropStrayNumbers(std::vector<EntryRow>& rows) {
  std::size_t led = 0;
  std::size_t all = 0;
  Length right = 0;
  for (const EntryRow& row : rows) {
    if (row.entry != Entry::kNone) ++all;
    if (row.entry != Entry::kLed) continue;
    ++led;
    right = std::max(right, row.right());
  }
  if (led * 10 < all * 6) return;
  for (EntryRow& row : rows) {
    if (row.entry == Entry::kNumbered &&
        (row.right() < right - Pixels(8) || row.right() > right + Pixels(8))) {
      row.entry = Entry::kNone;
    }
  }
}

// Whether a row without a number begins an entry that `next` ends. A title
// broken over two rows nearly fills the first.
bool GoesOn(const EntryRow& row, const EntryRow& next) {
  constexpr std::size_t kLongText = 25;
  return next.row->top - row.row->bottom <
             Percent(row.row->lines.front()->size, 80) &&
         row.row->lines.back()->text.size() > kLongText;
}

void SetEntries(const std::vector<EntryRow>& rows) {
  constexpr std::size_t kMaxBrokenRows = 2;
  std::size_t first = rows.size();
  std::size_t last = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].entry == Entry::kNone) continue;
    first = std::min(first, i);
    last = i;
  }
  std::size_t pending = 0;  // Rows before this one in the same entry.
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].entry != Entry::kNone) {
      for (std::size_t k = i - pending; k <= i; ++k) {
        for (Line* line : rows[k].row->lines) {
          line->contents_row = static_cast<std::uint32_t>(i + 1);
        }
      }
      pending = 0;
      // Rows before the first entry are the page's heading. Only the row
      // directly before it may begin the entry.
    } else if (i + 2 > first && i < last && pending < kMaxBrokenRows &&
               !HasTitle(*rows[i].row) && GoesOn(rows[i], rows[i + 1]) &&
               (rows[i + 1].entry != Entry::kNone || pending == 0)) {
      ++pending;
    } else {
      pending = 0;
    }
  }
}

}  // namespace

void MarkContents(LinePage& page, std::size_t page_count) {
  constexpr std::size_t kEnoughLeaders = 3;
  LineRefs lines;
  for (Line& line : page.lines) {
    if (line.role == LineRole::kText && line.table == 0) lines.push_back(&line);
  }
  const std::vector<Row> rows = MakeRows(lines);
  std::vector<EntryRow> entries;
  for (const Row& row : rows) entries.push_back(EntryOf(row, page.width));
  const auto led = std::ranges::count(entries, Entry::kLed, &EntryRow::entry);
  const bool has_title = std::ranges::any_of(rows, HasTitle);
  // Three leaders prove contents; without them the numbers must.
  if (led < static_cast<std::ptrdiff_t>(kEnoughLeaders) &&
      !Rise(entries, has_title, page_count)) {
    return;
  }
  DropStrayNumbers(entries);
  SetEntries(entries);
}

}  // namespace answerbox::client::layout
