// Whether the passages that a generated sentence cites say what it says, and
// which passage does. docs/cascade.md, "Citations".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/ask/workspace.h"
#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/result.h"
#include "engine/text/text_block.h"

namespace answerbox::daemon {

// A sentence that cites more passages cites none in particular.
inline constexpr std::size_t kMaxCitedPassages = 8;

// Passages by their index in CheckedAnswer::context.
using CitedPassages = std::vector<std::uint32_t>;

// How the context as a whole supports a sentence of the answer.
struct SentenceSupport {
  std::optional<std::uint32_t> best;  // The passage that supports it best.
  // Nearly all of its words come from the context. True without a word that
  // counts.
  bool is_covered = true;
};

// For each sentence. Unlike the check of an answer, this counts words of the
// question as well: a reader of the passage wants to find them there.
// Uses the workspace as CheckGrounding; keeps nothing there.
[[nodiscard]] engine::Result<std::vector<SentenceSupport>> FindSupport(
    const engine::CheckedAnswer& checked,
    const std::vector<engine::ByteRange>& sentences,
    engine::Workspace& workspace);

// The passages that stand for what a sentence says:
// - those of `cited` that say it, if together they say it about as well as the
//   passage that supports it best, which comes first;
// - else that passage, if it says the sentence;
// - else none.
// A sentence without a word that counts, such as "Yes.", keeps what it cites.
// Uses the workspace as FindSupport. Checks at most 2 + 2 * kMaxCitedPassages
// times.
//   cited  ascending, each once; not empty
[[nodiscard]] engine::Result<CitedPassages> CheckCitations(
    const engine::CheckedAnswer& checked, engine::ByteRange sentence,
    const CitedPassages& cited, const SentenceSupport& support,
    engine::Workspace& workspace);

}  // namespace answerbox::daemon
