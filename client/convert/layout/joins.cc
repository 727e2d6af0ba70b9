#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/layout/blocks.h"
#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/list_marks.h"
#include "client/convert/layout/lines/mended_runs.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

using Kind = engine::TextBlockKind;

// Whether a line stands between the parts of one table: "Table 2 (continued)",
// "Continued from page 3", "Table 2, cont.". A heading never is such a line.
bool SaysContinued(const Block& block) {
  constexpr std::size_t kLongest = 120;
  if (block.kind != Kind::kParagraph && block.kind != Kind::kCaption) {
    return false;
  }
  if (block.text.size() >= kLongest) return false;
  const std::string text = ToLower(block.text);
  return text.find("continued") != std::string::npos ||
         text.ends_with(" cont.") || text.ends_with("(cont.)") ||
         text.ends_with("(cont)");
}

std::size_t CountFilled(const LayoutRow& row) {
  return static_cast<std::size_t>(std::ranges::count_if(
      row, [](const LayoutCell& cell) { return !cell.text.empty(); }));
}

// Whether two tables are equally wide and in the same place. Left and right
// pages have mirrored margins, which move the whole table but keep its width.
bool HaveSameColumns(const Block& a, const Block& b) {
  constexpr Length kSameLeft = Pixels(12);
  constexpr Length kSameRight = Pixels(40);
  constexpr Length kMargins = Pixels(100);
  const Length left = b.table_left - a.table_left;
  const Length right = b.table_right - a.table_right;
  if (std::abs(left) < kSameLeft && std::abs(right) < kSameRight) return true;
  return std::abs(left) < kMargins && std::abs(right - left) < kSameRight &&
         !a.grid.rows.empty() && !b.grid.rows.empty() &&
         a.grid.rows.back().size() == b.grid.rows.front().size();
}

// Whether a table continues the numbering of the other: "H." after "G.". The
// mark before may stand some rows up, as an entry may have rows of its own
// below it.
bool GoesOnCounting(const Block& a, const Block& b) {
  constexpr std::size_t kLastRows = 16;
  const auto& before = a.grid.rows;
  const auto& after = b.grid.rows;
  if (before.empty() || after.empty() ||
      before.back().size() != after.front().size()) {
    return false;
  }
  const std::string& text = after.front().front().text;
  const std::string first_word = text.substr(0, text.find(' '));
  if (!IsListNumber(first_word)) return false;  // "2 tablets".
  std::string mark = MarkBefore(first_word);
  if (mark.empty()) return false;
  mark += ' ';
  const std::size_t first = before.size() - std::min(before.size(), kLastRows);
  return std::any_of(before.begin() + static_cast<std::ptrdiff_t>(first),
                     before.end(), [&mark](const LayoutRow& row) {
                       return !row.empty() &&
                              row.front().text.starts_with(mark);
                     });
}

// Whether two rows have the same cells, regardless of case.
bool AreSameRow(const LayoutRow& a, const LayoutRow& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return ToLower(x.text) == ToLower(y.text);
  });
}

// Whether a row names columns: it has two or more cells, all of words.
bool HoldsWordsAlone(const LayoutRow& row) {
  return CountFilled(row) > 1 &&
         std::ranges::all_of(row, [](const LayoutCell& cell) {
           return cell.text.find_first_of("0123456789") == std::string::npos;
         });
}

// Whether the tables are pages of a form filled in for two things. Then their
// first rows have different values for the same names, such as "Age: 2 years"
// and "Age: 4 years", above a row of words that both share.
bool ArePagesOfAForm(const Block& a, const Block& b) {
  constexpr std::size_t kMostRows = 12;
  const auto& before = a.grid.rows;
  const auto& after = b.grid.rows;
  const std::size_t rows = std::min({before.size(), after.size(), kMostRows});
  bool differ = false;
  for (std::size_t i = 0; i < rows; ++i) {
    if (AreSameRow(before[i], after[i])) {
      if (differ && HoldsWordsAlone(after[i])) return true;
      continue;
    }
    if (before[i].empty() || after[i].empty() ||
        before[i].front() != after[i].front()) {
      return false;
    }
    differ = true;
  }
  return false;
}

// Returns the words of a row in alphabetical order, as the next page may divide
// a head into other cells.
std::vector<std::string> SortedWords(const LayoutRow& row) {
  std::vector<std::string> words;
  for (const LayoutCell& cell : row) {
    std::istringstream text(ToLower(cell.text));
    for (std::string word; text >> word;) words.push_back(std::move(word));
  }
  std::ranges::sort(words);
  return words;
}

// Whether both tables have a head, the second one's is known by its type, and
// the heads differ.
bool HasOwnHead(const Block& a, const Block& b) {
  if (a.grid.header_rows == 0 || !b.grid.is_head_styled ||
      !HoldsWordsAlone(b.grid.rows.front())) {
    return false;
  }
  return SortedWords(a.grid.rows.front()) != SortedWords(b.grid.rows.front());
}

// Counts the rows that repeat the head. Only the head may be left out as
// repeated: two equal rows of data may both be intended.
std::size_t CountRepeated(const Block& before, const Block& block) {
  const auto& rows = before.grid.rows;
  std::size_t head = 0;
  while (head < before.grid.header_rows && head < rows.size() &&
         head < block.grid.rows.size() &&
         AreSameRow(block.grid.rows[head], rows[head])) {
    ++head;
  }
  return head;
}

class Joining {
 public:
  Joining(const WordJoiner& joiner, std::vector<LeftOutWords>& left_out)
      : joiner_(joiner), left_out_(left_out) {}

  void Add(Block&& block) {
    if (block.kind == Kind::kRunningLine) {
      held_.push_back(std::move(block));
      return;
    }
    if (block.kind == Kind::kParagraph && ContinuesText(block)) {
      if (block.page() != blocks_[*last_text_].last.page) MoveBelowNotes();
      AppendText(std::move(block), blocks_[*last_text_]);
      return;
    }
    if (block.kind == Kind::kTable && JoinTable(block)) return;
    ReleaseHeld();
    if (block.kind != Kind::kFootnote && block.kind != Kind::kCaption) {
      last_text_ = blocks_.size();
    }
    blocks_.push_back(std::move(block));
  }

  [[nodiscard]] std::vector<Block> Take() && {
    ReleaseHeld();
    return std::move(blocks_);
  }

 private:
  void ReleaseHeld() {
    std::ranges::move(held_, std::back_inserter(blocks_));
    held_.clear();
  }

  // Whether a paragraph that begins another column or page continues the last
  // text block.
  [[nodiscard]] bool ContinuesText(const Block& block) const {
    if (!last_text_) return false;
    const Block& before = blocks_[*last_text_];
    if (before.kind != Kind::kParagraph && !before.is_list_item()) return false;
    const Line& last = before.last;
    const Line& first = block.first;
    // On the same page and in the same column AppendFlow has already decided.
    const bool is_elsewhere =
        block.page() != before.page() || first.top < last.top - Pixels(5);
    if (!is_elsewhere || block.page() > last.page + 1 ||
        std::abs(last.size - first.size) > Pixels(1) ||
        EndsWithStop(before.text)) {
      return false;
    }
    // An unfinished sentence continues with a small letter, a bracket or a
    // dash; or the line before ends with something that needs a continuation.
    const char32_t begin = FirstCharacter(first.text);
    const char32_t end = LastCharacter(before.text);
    if (StartsSmall(first.text) || begin == U'(' || begin == U'–' ||
        end == U',' || end == U'-') {
      return true;
    }
    constexpr std::size_t kLongText = 60;
    const Length column = std::max(Pixels(1), before.column_right - last.left);
    const bool fills_line =
        last.right > before.column_right - Percent(column, 25);
    // A sentence may also continue with a capitalised name or noun. Then the
    // line before must be full, and nothing may stand in between.
    return fills_line && before.kind == Kind::kParagraph &&
           before.text.size() > kLongText && !first.is_bold &&
           *last_text_ + 1 == blocks_.size();
  }

  // A text that continues on the next page moves after the footnotes of the
  // page that it begins on. Otherwise they would seem to stand on the page
  // where it ends.
  void MoveBelowNotes() {
    const auto text =
        blocks_.begin() + static_cast<std::ptrdiff_t>(*last_text_);
    const std::uint32_t page = text->page();
    const auto is_of_page = [page](const Block& block) {
      return block.page() == page;
    };
    if (!std::all_of(text + 1, blocks_.end(), is_of_page)) return;
    std::rotate(text, text + 1, blocks_.end());
    last_text_ = blocks_.size() - 1;
  }

  void AppendText(Block&& block, Block& before) {
    // A hyphen may be dropped, so the place where the new page begins is only
    // known roughly: one byte after the old end, within the text. The hyphen
    // may be all that an earlier page added: its place moves back, too.
    const std::size_t end = before.text.size();
    joiner_.Append(before.text, block.text);
    const std::size_t place = std::min(end + 1, before.text.size());
    for (LayoutPageStart& start : before.page_starts) {
      start.offset = std::min(start.offset, place);
    }
    if (block.page() != before.last.page) {
      before.page_starts.push_back({place, block.page()});
    }
    AppendBoxes(block, before);
    before.last = block.last;
    before.line_count += block.line_count;
    before.column_right = block.column_right;
  }

  // Joins a table to the one on the page before that it continues.
  [[nodiscard]] bool JoinTable(Block& block) {
    if (JoinBelowSameHead(block)) return true;
    if (!last_text_ || *last_text_ + 1 != blocks_.size()) return false;
    Block& before = blocks_[*last_text_];
    if (before.kind != Kind::kTable || block.page() != before.last.page + 1 ||
        before.grid.is_stacked != block.grid.is_stacked ||
        ArePagesOfAForm(before, block) ||
        !((HaveSameColumns(before, block) && !HasOwnHead(before, block)) ||
          GoesOnCounting(before, block))) {
      return false;
    }
    AppendRows(block, CountRepeated(before, block), before);
    return true;
  }

  // Looks past footnotes and "(continued)" for a table with the same head.
  [[nodiscard]] bool JoinBelowSameHead(Block& block) {
    constexpr std::size_t kMostBetween = 3;
    std::size_t at = blocks_.size();
    std::size_t between = 0;
    while (at > 0 && blocks_[at - 1].kind != Kind::kTable &&
           between < kMostBetween &&
           (blocks_[at - 1].kind == Kind::kFootnote ||
            SaysContinued(blocks_[at - 1]))) {
      --at;
      ++between;
    }
    if (at == 0 || blocks_[at - 1].kind != Kind::kTable) return false;
    Block& before = blocks_[at - 1];
    const auto& rows = block.grid.rows;
    if (block.page() != before.last.page + 1 || rows.size() < 2 ||
        CountFilled(rows[0]) < 2 || before.grid.rows.empty() ||
        !AreSameRow(rows[0], before.grid.rows[0])) {
      return false;
    }
    AppendRows(block, std::max<std::size_t>(1, CountRepeated(before, block)),
               before);
    const auto begin = blocks_.begin() + static_cast<std::ptrdiff_t>(at);
    for (auto each = begin; each != blocks_.end(); ++each) {
      if (each->kind != Kind::kFootnote) LeaveOut(each->text, each->page());
    }
    blocks_.erase(std::remove_if(begin, blocks_.end(),
                                 [](const Block& each) {
                                   return each.kind != Kind::kFootnote;
                                 }),
                  blocks_.end());
    last_text_ = at - 1;
    return true;
  }

  // Whether row `first` is the rest of a row that the page break cut: ruled
  // cells in the same columns, of which most and the first one are empty.
  static bool GoesOnWithRow(const Block& block, std::size_t first,
                            const Block& before) {
    if (!block.grid.is_ruled || !before.grid.is_ruled ||
        first >= block.grid.rows.size()) {
      return false;
    }
    const LayoutRow& cut = before.grid.rows.back();
    const LayoutRow& row = block.grid.rows[first];
    const auto is_like = [](const LayoutCell& a, const LayoutCell& b) {
      return a.column_span == b.column_span && a.row_span == 1 &&
             b.row_span == 1;
    };
    return row.size() > 1 && row.front().text.empty() &&
           CountFilled(row) * 2 <= row.size() &&
           std::ranges::equal(cut, row, is_like);
  }

  void LeaveOut(std::string_view text, std::uint32_t page) {
    NoteLeftOut(page, LeftOut::kRepeated, CountWords(Trim(text)), left_out_);
  }

  // Appends the rows of a table whose first `first` rows repeat the head.
  void AppendRows(Block& block, std::size_t first, Block& before) {
    auto& rows = block.grid.rows;
    for (std::size_t r = 0; r < first; ++r) {
      for (const LayoutCell& cell : rows[r]) LeaveOut(cell.text, block.page());
    }
    if (GoesOnWithRow(block, first, before)) {
      LayoutRow& cut = before.grid.rows.back();
      for (std::size_t i = 0; i < cut.size(); ++i) {
        if (rows[first][i].text.empty()) continue;
        joiner_.Append(cut[i].text, rows[first][i].text);
      }
      ++first;
    }
    std::move(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
              std::back_inserter(before.grid.rows));
    AppendBoxes(block, before);
    before.last = block.last;
  }

  const WordJoiner& joiner_;
  std::vector<LeftOutWords>& left_out_;
  std::vector<Block> blocks_;
  std::vector<Block> held_;  // Running lines, until the text around is joined.
  std::optional<std::size_t> last_text_;  // Not a footnote or caption.
};

}  // namespace

std::vector<Block> JoinBlocks(std::vector<Block> blocks,
                              const WordJoiner& joiner,
                              std::vector<LeftOutWords>& left_out) {
  Joining joining(joiner, left_out);
  for (Block& block : blocks) joining.Add(std::move(block));
  return std::move(joining).Take();
}

}  // namespace answerbox::client::layout
