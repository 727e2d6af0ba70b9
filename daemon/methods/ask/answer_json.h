// Members of replies about answers and the places that they come from:
// docs/socket-protocol.md, "ask".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "daemon/methods/ask/long_answer.h"
#include "engine/ask/answer.h"
#include "engine/ask/question.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// Writes what was found, without its confidence: `answered`, `answer` with
// `answers`, or `refusal`; then `runners_up` and `context`. The writer is
// within an object. `question` is the one that got the answer.
//   long_answer  null if another form was asked for
void WriteAnswer(JsonWriter& json, const engine::Answer& answer,
                 const engine::Question& question,
                 const LongAnswer* long_answer = nullptr);

// These write members; the writer is within an object.
// `asked`, `spelling` and `abbreviations`, each only if there is something to
// tell.
void WriteReading(JsonWriter& json, std::string_view asked,
                  std::span<const engine::RespeltWord> respelt,
                  std::span<const engine::ExpandedAbbreviation> abbreviations);
// The same of an Answer or a Gathering.
template <typename Read>
void WriteReading(JsonWriter& json, const Read& read) {
  WriteReading(json, read.asked, read.respelt, read.abbreviations);
}

// `offers`: words that may have been meant, if any.
void WriteOffers(JsonWriter& json,
                 std::span<const engine::SpellingOffer> offers);

// "2026", "2026-03", "2026-03-14"; empty for 0.
//   date  as engine::DifferentValue has it
[[nodiscard]] std::string DateText(std::uint32_t date);

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
