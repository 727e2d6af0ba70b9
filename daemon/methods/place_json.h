// Members that say where something stands in a document:
// docs/socket-protocol.md, "ask".
#pragma once

#include <cstdint>
#include <optional>

#include "daemon/error.h"
#include "engine/ask/answer.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// An object with `begin` and `end`.
void WriteRange(JsonWriter& json, engine::ByteRange range);

// These write members; the writer is within an object.
void WritePage(JsonWriter& json, std::optional<std::uint32_t> page);
// `document`, `page`, `scan_confidence`, `section`, `offsets` and `chunk`.
//   offsets  of what is shown
void WritePlaceMembers(JsonWriter& json, const engine::CitedPlace& place,
                       engine::ByteRange offsets);
// The same after `sentence`.
void WritePlace(JsonWriter& json, const engine::CitedPlace& place);

}  // namespace answerbox::daemon
