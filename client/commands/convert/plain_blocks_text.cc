#include <algorithm>
#include <boost/json/array.hpp>
#include <cstddef>
#include <utility>

#include "client/commands/convert/plain_blocks.h"
#include "client/convert/document/table_groups.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// Most cells span nothing and become plain strings; only the others become
// objects.
json::array RowsJson(const PlainBlock& block) {
  json::array rows;
  rows.reserve(block.rows.size());
  for (const auto& row : block.rows) {
    json::array cells;
    cells.reserve(row.size());
    for (const PlainCell& cell : row) {
      if (cell.row_span == 1 && cell.column_span == 1) {
        cells.emplace_back(cell.text);
        continue;
      }
      json::object spanning{{"text", cell.text}};
      if (cell.column_span != 1) spanning["colspan"] = cell.column_span;
      if (cell.row_span != 1) spanning["rowspan"] = cell.row_span;
      cells.push_back(std::move(spanning));
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

}  // namespace

json::object BlockJson(const PlainBlock& block) {
  json::object out{
      {"kind", json::string_view(block.kind.data(), block.kind.size())}};
  if (block.level != 0) out["level"] = block.level;
  if (block.number) out["number"] = *block.number;
  if (!block.lead_in.empty()) out["lead_in"] = block.lead_in;
  if (block.rows.empty()) {
    out["text"] = block.text;
  } else {
    out["rows"] = RowsJson(block);
    out["header_rows"] = block.header_rows;
  }
  if (!block.within.empty()) {
    out["within"] = json::string_view(block.within.data(), block.within.size());
  }
  if (block.page) out["page"] = *block.page;
  return out;
}

namespace {

constexpr std::size_t kMostEmptyColumns = 16;  // That one cell may span.

// A row may have fewer cells than the header. If all rows were padded, a few
// wide rows of a long table would make the output larger than all of its text.
std::string RowLine(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += ' ' + cell + " |";
  return (cells.empty() ? line + "  |" : line) + "\n";
}

// Pipe tables have no spanning cells: the places that a cell covers stay empty,
// so that the columns stay aligned.
std::string TableMarkdown(const PlainBlock& table) {
  std::vector<std::vector<std::string>> lines;
  std::size_t columns = 1;
  TableGrid grid;
  std::uint32_t row = 0;
  for (const auto& cells : table.rows) {
    std::vector<std::string>& line = lines.emplace_back();
    for (const PlainCell& cell : cells) {
      line.resize(grid.FreeColumn(row, line.size()));
      grid.Take(row, line.size(), cell.row_span, cell.column_span);
      line.push_back(MarkdownText(cell.text));
      line.resize(line.size() - 1 +
                  std::min<std::size_t>(cell.column_span, kMostEmptyColumns));
    }
    columns = std::max(columns, line.size());
    ++row;
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // A pipe table must have one header row. Further header rows are written as
    // ordinary rows; a table without any gets an empty one.
    if (i == 0 && table.header_rows == 0) {
      out += RowLine(std::vector<std::string>(columns)) +
             RowLine(std::vector<std::string>(columns, "---"));
    } else if (i == 0) {
      lines[i].resize(columns);
    }
    out += RowLine(lines[i]);
    if (i == 0 && table.header_rows > 0) {
      out += RowLine(std::vector<std::string>(columns, "---"));
    }
  }
  return out;
}

// A fence must be longer than any run of backticks inside (CommonMark 0.30,
// 4.5).
std::string Fenced(const std::string& code) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : code) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + "\n" + code + "\n" + fence + "\n";
}

std::string ItemMarkdown(const PlainBlock& item) {
  // An indent of four blanks nests below both "- " and "10. ".
  const std::string indent(4 * (std::max(item.level, 1u) - 1), ' ');
  const std::string marker =
      item.number ? std::to_string(*item.number) + ". " : "- ";
  return indent + marker + MarkdownText(item.text) + "\n";
}

std::string LinesOf(const PlainBlock& block) {
  if (!block.rows.empty()) return TableMarkdown(block);
  if (block.kind == "contents" || block.kind == "furniture") return {};
  if (block.kind == "title") return "# " + MarkdownText(block.text) + "\n";
  if (block.kind == "heading") {
    return std::string(block.level, '#') + " " + MarkdownText(block.text) +
           "\n";
  }
  if (block.kind == "item") return ItemMarkdown(block);
  if (block.kind == "code") return Fenced(block.text);
  if (block.kind == "quote") return "> " + MarkdownText(block.text) + "\n";
  if (block.kind == "term") return "**" + MarkdownText(block.text) + "**\n";
  if (block.kind == "definition") return ": " + MarkdownText(block.text) + "\n";
  if (block.kind == "footnote" && block.number) {
    return "[^" + std::to_string(*block.number) +
           "]: " + MarkdownText(block.text) + "\n";
  }
  return MarkdownText(block.text) + "\n";
}

}  // namespace

std::string BlockMarkdown(const PlainBlock& block, std::string_view before) {
  const std::string lines = LinesOf(block);
  if (lines.empty() || before.empty()) return lines;
  const bool joins =
      (block.kind == "item" && before == "item") || block.kind == "definition";
  return joins ? lines : "\n" + lines;
}

}  // namespace answerbox::client
