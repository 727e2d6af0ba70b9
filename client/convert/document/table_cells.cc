#include "client/convert/document/table_cells.h"

#include <limits>

namespace answerbox::client {

void WriteRow(std::span<const std::string_view> cells, std::uint32_t row,
              std::uint8_t cell_flags, BlockWriter& writer) {
  writer.Line();
  writer.Begin({.row = row, .kind = engine::TextBlockKind::kRow});
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) writer.CellSeparator();
    // A block has 16 bits for its column. The words of further cells stay, as
    // text of the row.
    if (i >= std::numeric_limits<std::uint16_t>::max()) {
      writer.Flowing(cells[i]);
      continue;
    }
    writer.Begin({.row = row,
                  .column = static_cast<std::uint16_t>(i),
                  .row_span = 1,
                  .column_span = 1,
                  .kind = engine::TextBlockKind::kCell,
                  .flags = cell_flags});
    writer.Flowing(cells[i]);
    writer.End();
  }
  writer.End();
}

}  // namespace answerbox::client
