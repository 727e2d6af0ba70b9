// Blocks as docs/socket-protocol.md writes them: parameters of documents.add
// and documents.part, and the result of documents.blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daemon/collections/store.h"
#include "daemon/error.h"
#include "engine/text/text_block.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {

// Reads the parameter "blocks", if it is there. Whether blocks are a tree is
// checked when the document is whole. The first error is in `params`.
void ReadBlocks(Params& params, std::vector<NumberedBlock>& blocks);

// Writes one block as ReadBlocks reads it.
//   number  of the block in its document, from 0
//   page    on which it begins, if the document has pages; not read back
void WriteBlock(JsonWriter& json, const engine::TextBlock& block,
                std::uint32_t number, std::optional<std::uint32_t> page = {});

}  // namespace answerbox::daemon
