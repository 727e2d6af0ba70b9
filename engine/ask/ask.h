// Answers one question: runs all stages in order. The daemon asks a pinned
// snapshot; `answerbox evaluate` asks segments in memory. Invariant: the same
// documents, question and arithmetic give the same bytes.
#pragma once

#include <span>
#include <string>

#include "engine/ask/answer.h"
#include "engine/ask/question.h"
#include "engine/ask/workspace.h"
#include "engine/index/reading/live_segment.h"
#include "engine/result.h"

namespace answerbox::engine {

// `segments` are all of one profile. The result is valid until the workspace's
// next question and while the segments are mapped. Errors: kArenaExhausted,
// kNoSuchDocument (none that Question::documents names), kCorrupt and
// kTruncated (a segment is damaged).
[[nodiscard]] Result<Answer> Ask(std::span<const LiveSegment> segments,
                                 const Question& question,
                                 Workspace& workspace) noexcept;

// Identifies the trained weights that choose the answers: docs/audit-format.md,
// "Answers". The first half, in hexadecimal, of the SHA-256 of the shipped
// answer model's file, the span model's, and the weights of units. Computed
// once, at the first call.
[[nodiscard]] const std::string& ModelId();

}  // namespace answerbox::engine
