// The paragraph around an answer, with the words it shares with the question.
#pragma once

#include "daemon/ask/ask.h"
#include "engine/index/live_segment.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::daemon {

// A paragraph longer than this is cut around the sentence, at white space.
inline constexpr std::uint32_t kMaxContextBytes = 1500;
inline constexpr std::size_t kMaxContextMatches = 64;

// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] engine::Result<Context> FindContext(
    std::span<const engine::LiveSegment> segments, const Citation& citation,
    const engine::QuestionTerms& terms, engine::TermNormalizer& normalizer,
    engine::Arena& arena);

}  // namespace answerbox::daemon
