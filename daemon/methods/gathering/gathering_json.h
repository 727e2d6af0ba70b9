// What was gathered as members of a reply: docs/socket-protocol.md, "select",
// "summarize" and "Long answers".
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "daemon/error.h"
#include "engine/gathering/gathering.h"
#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/grounding/grounding.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// A reply of more bytes is an error: it would not fit in `max_reply_bytes`.
inline constexpr std::size_t kMaxGatheringReplyBytes = std::size_t{3} << 20;

// These write members; the writer is within an object.
// How the question was read; `tokens`, `words` and `units`, with places of
// duplicates; `refusal` if there are no units.
void WriteSelection(JsonWriter& json, const engine::Gathering& gathering);
// How the question was read; `text`, `sentences`, `words` and `tokens`;
// `refusal` as above.
void WriteSummary(JsonWriter& json, const engine::Gathering& gathering);
// `chosen` and `tokens`.
void WriteTextSelection(JsonWriter& json,
                        const engine::TextSelection& selection);

// `form`, `text`, `parts`, `cut` and `words` of an answer of form `long`.
// Precondition: there are units.
void WriteLongForm(JsonWriter& json, const engine::Gathering& gathering);

// The texts of units: a blank stands between two of one document, a blank line
// between two documents.
[[nodiscard]] std::string JoinedText(
    std::span<const engine::GatheredUnit> units);

// Errors: kLimit for a reply that is too long for its readers.
[[nodiscard]] Result<void> CheckReplySize(std::size_t bytes);

// Members that are written only if they are asked for.
struct GroundingDetail {
  bool words = false;
  bool leave_one_out = false;
};

// Writes what a check found as members (docs/socket-protocol.md, "ground"); the
// writer is within an object.
void WriteGrounding(JsonWriter& json, const engine::CheckedAnswer& checked,
                    const engine::Grounding& grounding,
                    const GroundingDetail& detail);

}  // namespace answerbox::daemon
