// What a check found, as members of a reply: docs/socket-protocol.md, "ground".
#pragma once

#include <string_view>

#include "daemon/error.h"
#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/grounding/grounding.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// The bytes of a text in the range.
[[nodiscard]] std::string_view PartOf(std::string_view text,
                                      engine::ByteRange range) noexcept;

// Members that are written only if they are asked for.
struct GroundingDetail {
  bool words = false;
  bool leave_one_out = false;
};

// Writes members; the writer is within an object.
void WriteGrounding(JsonWriter& json, const engine::CheckedAnswer& checked,
                    const engine::Grounding& grounding,
                    const GroundingDetail& detail);

}  // namespace answerbox::daemon
