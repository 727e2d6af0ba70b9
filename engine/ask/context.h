// Finds the paragraph around an answer, and the words that it shares with the
// question.
#pragma once

#include "engine/ask/answer.h"
#include "engine/index/reading/live_segment.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

// A paragraph longer than this is cut around the sentence, at white space.
inline constexpr std::uint32_t kMaxContextBytes = 1500;

// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<Context> FindContext(std::span<const LiveSegment> segments,
                                          const Citation& citation,
                                          const QuestionTerms& terms,
                                          TermNormalizer& normalizer,
                                          Arena& arena);

}  // namespace answerbox::engine
