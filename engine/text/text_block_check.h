// Whether blocks are a tree over a text that readers may trust. The program
// that converts a file and the daemon that stores it check the same.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/result.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

// One byte less than the longest document: segments store a length in three
// bytes.
inline constexpr std::uint32_t kMaxTextBlockBytes = (1u << 24) - 1;
inline constexpr std::uint8_t kTextBlockFlags =
    kHeadsColumn | kHeadsRow | kNumbered | kContinued;

// Checks, for `text` in UTF-8 and at most kMaxDocumentBytes long:
//   - There are at most kMaxTextBlocks blocks, kMaxTextBlockDepth deep.
//   - Each is of a known kind, has 1 to kMaxTextBlockBytes bytes, begins and
//     ends between characters of the text, and lies within its parent.
//   - Parents come before children, and children of one parent follow each
//     other without overlap.
//   - A list holds lead-ins, items, terms, definitions and lists; a table holds
//     captions and rows; a row holds cells. Items, terms and definitions stand
//     in lists only, rows in tables, cells in rows; a lead-in in a list or box.
//   - Title, heading, paragraph, lead-in, caption, term and code hold nothing.
//   - The level is 1 to 6 of a heading, 1 of a title, from 1 of a list or item,
//     and 0 of others, at most kMaxTextBlockLevel. kNumbered stands with items
//     and footnotes only, a number with kNumbered only; no flag is unknown.
//   - Rows ascend in their table, cells in their row, and cells of a row do not
//     overlap; a cell's row is that of its row. Spans are 0 but of cells, where
//     they are 1 to kMaxCellSpan.
// Errors: kLimitExceeded  too many or too deep
//         kInvalidArgument  `field` says what is wrong
// `offset` is the number of the block, from 0. Allocates nothing; time is
// linear in the number of blocks.
[[nodiscard]] Result<void> CheckTextBlocks(
    std::string_view text, std::span<const TextBlock> blocks) noexcept;

}  // namespace answerbox::engine
