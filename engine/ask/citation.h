// Finds the document, page and section of a chosen sentence, where a person can
// look it up.
#pragma once

#include <span>

#include "engine/ask/answer.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

struct ChosenSentence {
  std::uint32_t segment = 0;
  ChunkNumber chunk = 0;
  SentenceNumber sentence = 0;
};

// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<CitedPlace> Cite(std::span<const LiveSegment> segments,
                                      const ChosenSentence& chosen,
                                      Arena& arena);

}  // namespace answerbox::engine
