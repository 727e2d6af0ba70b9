#include "client/commands/convert/plain_blocks.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "client/convert/document/table_groups.h"
#include "engine/text/ascii.h"
#include "engine/text/text_block.h"

namespace answerbox::client {
namespace {

using engine::TextBlock;
using Kind = engine::TextBlockKind;

using engine::kAsciiSpace;

// The most empty cells in a row. Where more are missing, one cell spans them.
constexpr std::size_t kMostEmptyCells = 16;
constexpr std::uint32_t kMostEmptyRows = 16;  // Before one row.

// Returns the words of `text`, separated by single spaces.
std::string Collapsed(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t begin = text.find_first_not_of(kAsciiSpace);
    if (begin == std::string_view::npos) return out;
    text.remove_prefix(begin);
    const std::size_t end =
        std::min(text.find_first_of(kAsciiSpace), text.size());
    if (!out.empty()) out += ' ';
    out += text.substr(0, end);
    text.remove_prefix(end);
  }
}

std::string_view KindOf(Kind kind) {
  switch (kind) {
    case Kind::kTitle:
    case Kind::kHeading:
    case Kind::kItem:
    case Kind::kTable:
    case Kind::kCaption:
    case Kind::kFootnote:
    case Kind::kQuote:
    case Kind::kCode:
    case Kind::kTerm:
    case Kind::kDefinition:
    case Kind::kContents:
      return engine::NameOf(kind);
    case Kind::kRunningLine:
    case Kind::kPageNumber:
      return "furniture";
    default:
      return "paragraph";
  }
}

std::string_view SectionOf(Kind kind) {
  const bool is_section = kind == Kind::kReferences || kind == Kind::kIndex ||
                          kind == Kind::kLicence;
  return is_section ? engine::NameOf(kind) : std::string_view();
}

// Whether the blocks inside are shown with the block, not after it. Contents
// and furniture are reduced to their words, as their structure is of no use to
// readers.
bool ShowsAllInside(Kind kind) {
  return kind == Kind::kContents || kind == Kind::kRunningLine ||
         kind == Kind::kPageNumber;
}

class BlockReader {
 public:
  BlockReader(const ConvertedDocument& document,
              const std::function<void(const PlainBlock&)>& visit)
      : document_(document), blocks_(document.blocks), visit_(visit) {}

  void Read();
  void ReadParagraphs();

 private:
  std::string_view TextOf(engine::ByteRange range) const {
    return std::string_view(document_.text)
        .substr(range.begin, range.end - range.begin);
  }
  // Returns the number after the last block inside block `number`.
  std::size_t EndOf(std::size_t number) const {
    const std::uint32_t end = blocks_[number].range.end;
    std::size_t after = number + 1;
    while (after < blocks_.size() && blocks_[after].range.begin < end) ++after;
    return after;
  }
  std::string OwnText(std::size_t number) const;
  std::optional<std::uint32_t> PageAt(std::uint32_t offset) const;
  std::size_t ReadBlock(std::size_t number);
  void SetByKind(const TextBlock& block, PlainBlock& plain);
  void ReadTable(std::size_t table, std::size_t end);
  void ReadRow(std::size_t row, std::size_t end, TableGrid& grid,
               PlainBlock& plain) const;
  void Visit(PlainBlock plain, std::uint32_t offset);

  // An open block that gives its kind or its lead-in to the blocks inside it.
  struct Around {
    std::uint32_t end;  // In the text.
    Kind kind;
    std::string lead_in;
  };
  std::string_view Within() const;

  const ConvertedDocument& document_;
  const std::vector<TextBlock>& blocks_;
  const std::function<void(const PlainBlock&)>& visit_;
  std::vector<Around> around_;
};

// Returns the words of a block without those of the blocks inside it, which are
// visited by themselves.
std::string BlockReader::OwnText(std::size_t number) const {
  const TextBlock& block = blocks_[number];
  std::string text;
  std::uint32_t at = block.range.begin;
  for (std::size_t i = number + 1; i < blocks_.size(); ++i) {
    const engine::ByteRange inside = blocks_[i].range;
    if (inside.begin >= block.range.end) break;
    if (inside.begin < at) continue;
    text += TextOf({at, inside.begin});
    text += ' ';
    at = inside.end;
  }
  text += TextOf({at, block.range.end});
  return text;
}

// Returns the page of the last page mark at or before the offset.
std::optional<std::uint32_t> BlockReader::PageAt(std::uint32_t offset) const {
  const auto after =
      std::upper_bound(document_.pages.begin(), document_.pages.end(), offset,
                       [](std::uint32_t at, const engine::PageMark& mark) {
                         return at < mark.offset;
                       });
  if (after == document_.pages.begin()) return std::nullopt;
  return std::prev(after)->number;
}

std::string_view BlockReader::Within() const {
  for (const Around& around : around_) {
    if (const auto section = SectionOf(around.kind); !section.empty()) {
      return section;
    }
  }
  return {};
}

// Skips blocks without words: a list or quote whose words all lie in its items
// has none of its own.
void BlockReader::Visit(PlainBlock plain, std::uint32_t offset) {
  if (plain.text.empty() && plain.rows.empty()) return;
  plain.page = PageAt(offset);
  plain.within = Within();
  visit_(plain);
}

void BlockReader::ReadRow(std::size_t row, std::size_t end, TableGrid& grid,
                          PlainBlock& plain) const {
  // Places that are empty, but not covered by a cell above, get cells without
  // text, so that the others stay in their columns.
  const std::uint32_t number = blocks_[row].row;
  std::vector<PlainCell>& cells = plain.rows.emplace_back();
  bool is_head = true;
  std::size_t column = 0;
  for (std::size_t i = row + 1; i < end; i = EndOf(i)) {
    const TextBlock& cell = blocks_[i];
    std::size_t empty = 0;
    for (; column < cell.column; ++column) {
      if (!grid.IsTaken(number, column)) ++empty;
    }
    if (empty > kMostEmptyCells) {
      cells.push_back({.column_span = static_cast<std::uint32_t>(empty)});
    } else {
      cells.insert(cells.end(), empty, {});
    }
    cells.push_back({.text = Collapsed(TextOf(cell.range)),
                     .row_span = cell.row_span,
                     .column_span = cell.column_span});
    grid.Take(number, cell.column, cell.row_span, cell.column_span);
    column = std::size_t{cell.column} + cell.column_span;
    is_head = is_head && (cell.flags & engine::kHeadsColumn) != 0;
  }
  // A row with too many cells is reduced to its words.
  if (cells.empty()) {
    cells.push_back({.text = Collapsed(TextOf(blocks_[row].range))});
    is_head = false;
  }
  if (is_head && plain.header_rows + 1 == plain.rows.size()) {
    ++plain.header_rows;
  }
}

// A caption inside a table is visited before the table, because the table's
// rows are known only at its end.
void BlockReader::ReadTable(std::size_t table, std::size_t end) {
  PlainBlock plain{.kind = "table"};
  TableGrid grid;
  std::uint32_t next_row = 0;
  for (std::size_t i = table + 1; i < end; i = EndOf(i)) {
    if (blocks_[i].kind != Kind::kRow) {
      Visit({.kind = KindOf(blocks_[i].kind), .text = Collapsed(OwnText(i))},
            blocks_[i].range.begin);
      continue;
    }
    // Empty rows are kept, because cells may span them.
    const std::uint32_t empty = blocks_[i].row - next_row;
    plain.rows.resize(plain.rows.size() + std::min(empty, kMostEmptyRows));
    ReadRow(i, EndOf(i), grid, plain);
    next_row = blocks_[i].row + 1;
  }
  // A table with too many rows is reduced to its words.
  if (plain.rows.empty()) {
    plain.rows.push_back({{.text = Collapsed(OwnText(table))}});
  }
  Visit(std::move(plain), blocks_[table].range.begin);
}

// Sets what follows from the block's kind and from the blocks around it. Items
// get the lead-in of their list.
void BlockReader::SetByKind(const TextBlock& block, PlainBlock& plain) {
  switch (block.kind) {
    case Kind::kHeading:
      plain.level = block.level;
      break;
    case Kind::kItem:
      plain.level = block.level;
      if (!around_.empty()) plain.lead_in = around_.back().lead_in;
      break;
    case Kind::kParagraph:
      if (!around_.empty() && around_.back().kind == Kind::kQuote) {
        plain.kind = "quote";
      }
      break;
    case Kind::kLeadIn:
      if (!around_.empty()) around_.back().lead_in = plain.text;
      break;
    case Kind::kList:
      plain.text.clear();  // The range holds only markers.
      break;
    default:
      break;
  }
  if ((block.flags & engine::kNumbered) != 0) plain.number = block.number;
}

// Returns the number of the next block to read.
std::size_t BlockReader::ReadBlock(std::size_t number) {
  const TextBlock& block = blocks_[number];
  const std::size_t end = EndOf(number);
  if (block.kind == Kind::kTable) {
    ReadTable(number, end);
    return end;
  }
  const bool shows_all = ShowsAllInside(block.kind);
  PlainBlock plain{.kind = KindOf(block.kind)};
  if (block.kind == Kind::kCode) {
    plain.text = TextOf(block.range);
  } else {
    plain.text = Collapsed(shows_all ? std::string(TextOf(block.range))
                                     : OwnText(number));
  }
  SetByKind(block, plain);
  Visit(std::move(plain), block.range.begin);
  if (shows_all) return end;
  if (end > number + 1) around_.push_back({block.range.end, block.kind, {}});
  return number + 1;
}

// around_ holds the open blocks, as the tree is given by ranges: a block ends
// when one begins at or after its end.
void BlockReader::Read() {
  for (std::size_t i = 0; i < blocks_.size();) {
    while (!around_.empty() && around_.back().end <= blocks_[i].range.begin) {
      around_.pop_back();
    }
    i = ReadBlock(i);
  }
}

// Used for plain text, and for documents whose block tree exceeded a limit.
void BlockReader::ReadParagraphs() {
  const std::string_view text = document_.text;
  std::size_t begin = 0;
  while (begin < text.size()) {
    // A line of blanks separates paragraphs as an empty line does.
    std::size_t end = begin;
    while (end < text.size()) {
      end = std::min(text.find('\n', end), text.size());
      const std::size_t next = text.find_first_not_of(" \t\f", end + 1);
      if (next == std::string_view::npos || text[next] == '\n') break;
      end = next;
    }
    const std::string_view paragraph = text.substr(begin, end - begin);
    const std::size_t blanks = paragraph.find_first_not_of(kAsciiSpace);
    if (blanks != std::string_view::npos) {
      Visit({.kind = "paragraph", .text = Collapsed(paragraph)},
            static_cast<std::uint32_t>(begin + blanks));
    }
    begin = end + 1;
  }
}

}  // namespace

void ForEachPlainBlock(const ConvertedDocument& document,
                       const std::function<void(const PlainBlock&)>& visit) {
  BlockReader reader(document, visit);
  document.blocks.empty() ? reader.ReadParagraphs() : reader.Read();
}

}  // namespace answerbox::client
