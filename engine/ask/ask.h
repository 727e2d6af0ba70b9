// One question from its text to an answer or a refusal: all stages in order.
// The daemon asks a pinned snapshot; `answerbox evaluate` asks segments it
// holds in memory. Same snapshot, same question, same arithmetic: same bytes.
#pragma once

#include <span>

#include "engine/ask/answer.h"
#include "engine/ask/question.h"
#include "engine/ask/workspace.h"
#include "engine/index/reading/live_segment.h"
#include "engine/result.h"

namespace answerbox::engine {

// Answers from `segments`, all of one profile. The result lives in the
// workspace until its next question and in the segments' mappings. Errors:
// kArenaExhausted, kCorrupt and kTruncated (a segment is damaged).
[[nodiscard]] Result<Answer> Ask(std::span<const LiveSegment> segments,
                                 const Question& question,
                                 Workspace& workspace) noexcept;

}  // namespace answerbox::engine
