// Answers of form `long`: sentences from several places that answer together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/ask/answer.h"
#include "engine/ask/question.h"
#include "engine/ask/workspace.h"
#include "engine/gathering/gathering.h"
#include "engine/index/reading/live_segment.h"
#include "engine/result.h"

namespace answerbox::daemon {

// A long answer has no more sentences, so that its audit record fits a line.
inline constexpr std::size_t kMaxLongSentences = 60;

// What was asked for in form `long`, and what came of it.
struct LongAnswer {
  std::uint64_t words = 0;  // The budget.
  // Without units if the question is refused, or no sentence fits the budget:
  // then the answer has the form that fits best. Else with 1 to
  // kMaxLongSentences units of one sentence each.
  engine::Gathering gathering{};
};

// The protocol's name of the form that was asked for; "auto" for none.
[[nodiscard]] std::string_view FormName(const engine::Question& question,
                                        const LongAnswer* long_answer) noexcept;

// A gathering for the question, which reads it as its answer did. Has no
// budget. Views into `question`.
[[nodiscard]] engine::GatheringQuery GatheringAbout(
    const engine::Question& question, engine::GatheringPurpose purpose);

// Gathers the sentences of a long answer, in the order of documents. Reads the
// question as the answer did. Errors: those of Gather.
[[nodiscard]] engine::Result<engine::Gathering> GatherLongAnswer(
    std::span<const engine::LiveSegment> segments,
    const engine::Question& question, std::uint64_t words,
    engine::Workspace& workspace) noexcept;

}  // namespace answerbox::daemon
