// Checks an answer against its context: whether the context shaped its words
// (consens.h), and whether it says something else than the context
// (contradiction.h). ConSens tells nothing about truth: an answer in the
// context's words with another number scores high, and is contradicted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/ask/workspace.h"
#include "engine/grounding/consens/consens.h"
#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/grounding/contradictions/contradiction.h"
#include "engine/numeric/fixed_point.h"
#include "engine/result.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

// An arena of this size is enough for any answer within the limits.
inline constexpr std::size_t kGroundingArenaBytes = std::size_t{12} << 20;

enum class GroundingVerdict : std::uint8_t {
  kGrounded = 1,
  // By the score; or a sentence, or a number, does not come from the context.
  // A quantity that the context has in other words ("0.5 g", "500 mg") comes
  // from it, and its words cost nothing.
  kWeak,
  kUngrounded,    // Or no word could be scored.
  kContradicted,  // Whatever the score.
};
// The protocol's name, such as "grounded".
[[nodiscard]] std::string_view ToString(GroundingVerdict verdict) noexcept;

// The protocol's name, such as "number".
[[nodiscard]] std::string_view ToString(ContradictionKind kind) noexcept;

struct Grounding {
  GroundingVerdict verdict = GroundingVerdict::kUngrounded;
  Consens consens;
  std::span<const ByteRange> unsupported;  // Of the answer, in its order.
  std::span<const Contradiction> contradicted;
};

// The result is valid until the workspace's next question.
//   counts  how frequent words are elsewhere; null: each is as rare as a word
//           that no document has
// Errors: kArenaExhausted; those of `counts`. Allocates nothing from the heap.
[[nodiscard]] Result<Grounding> CheckGrounding(const CheckedAnswer& checked,
                                               const BackgroundCounts* counts,
                                               Workspace& workspace) noexcept;

// Finds the contradictions alone. Does not reset the workspace's arena.
// Errors: kArenaExhausted. Allocates nothing from the heap.
[[nodiscard]] Result<std::span<const Contradiction>> FindContradictions(
    const CheckedAnswer& checked, Workspace& workspace) noexcept;

// Returns the verdict that follows from the score alone.
[[nodiscard]] GroundingVerdict VerdictOf(const Consens& consens) noexcept;

}  // namespace answerbox::engine
