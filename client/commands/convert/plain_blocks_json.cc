#include <boost/json/array.hpp>
#include <utility>

#include "client/commands/convert/plain_blocks.h"

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

}  // namespace answerbox::client
