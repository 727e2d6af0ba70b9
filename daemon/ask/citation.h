// From a chosen sentence to what a person can look up: document, page, section.
#pragma once

#include <span>

#include "daemon/ask/ask.h"
#include "engine/index/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::daemon {

struct ChosenSentence {
  std::uint32_t segment = 0;
  engine::ChunkNumber chunk = 0;
  engine::SentenceNumber sentence = 0;
};

// Errors: kTruncated, kCorrupt. Throws
// std::bad_alloc past the arena.
[[nodiscard]] engine::Result<CitedPlace> Cite(
    std::span<const engine::LiveSegment> segments, const ChosenSentence& chosen,
    engine::Arena& arena);

}  // namespace answerbox::daemon
