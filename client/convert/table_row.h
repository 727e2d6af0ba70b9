// A row of a table whose cells are words, as Markdown and delimited files have
// them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "client/convert/block_writer.h"

namespace answerbox::client {

// Writes `cells` as a line, separated by " | ", and as a row block. Empty cells
// keep their separators, but get no block. `cell_flags`, such as
// engine::kHeadsColumn, are those of every cell. A column past 65,534 is a part
// of the row without a cell. Precondition: a table is open in `writer`.
void WriteRow(std::span<const std::string_view> cells, std::uint32_t row,
              std::uint8_t cell_flags, BlockWriter& writer);

}  // namespace answerbox::client
