// How a question was read, as members of a reply: docs/socket-protocol.md,
// "Messages", "Misspelt words" and "Abbreviations".
#pragma once

#include <span>
#include <string_view>

#include "daemon/error.h"
#include "engine/ask/answer.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

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

}  // namespace answerbox::daemon
