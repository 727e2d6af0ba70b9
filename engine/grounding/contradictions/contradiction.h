// Where an answer says something else than its context: another number, unit,
// dose, time or name, or the contrary. What it finds and what it cannot is in
// README.md.
//
// Each sentence of the answer is aligned with the sentences of the context that
// share most of its words. Where what surrounds a place is the same on both
// sides, and the place itself holds two different quantities, two different
// names, two opposites, or a negation on one side alone, the texts contradict
// each other there. A place that some sentence of the context supports at least
// as well is no contradiction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/ask/workspace.h"
#include "engine/grounding/checked_answer.h"
#include "engine/result.h"

namespace answerbox::engine {

enum class ContradictionKind : std::uint8_t {
  kNumber = 1,  // A count, a share, a measure that is no dose.
  kUnit,        // The same number with another unit.
  kDose,        // Amounts of mass, volume or activity; how often.
  kTime,        // Spans, clock times, dates, weekdays.
  kName,
  kNegation,  // A negation or an opposite on one side alone.
};

struct Contradiction {
  ContradictionKind kind = ContradictionKind::kNumber;
  ByteRange answer;      // The words of the answer.
  ContextPlace context;  // The words of the context in their place.

  friend bool operator==(const Contradiction&, const Contradiction&) = default;
};

inline constexpr std::size_t kMaxContradictions = 100;

// Quantities beyond these in an answer are not told.
inline constexpr std::size_t kMaxRestated = 1024;

struct Comparison {
  std::span<const Contradiction> contradicted;  // In the order of the answer.
  // The answer's quantities that equal one of the context, however both are
  // written: "0.5 g" for "500 mg". In the order of the answer.
  std::span<const ByteRange> restated;
};

// Contradictions past kMaxContradictions are left out.
// Precondition: `checked` as its type says. Uses the workspace's arena from
// where it is, and its normalizer of profile default. The result lives in the
// arena. Errors: kArenaExhausted. Allocates nothing from the heap. Time grows
// with the context's size, and with the product of the answer's and
// kMaxSentenceUnits (sentence_units.h).
[[nodiscard]] Result<Comparison> CompareWithContext(
    const CheckedAnswer& checked, Workspace& workspace) noexcept;

// Its contradictions alone.
[[nodiscard]] Result<std::span<const Contradiction>> FindContradictions(
    const CheckedAnswer& checked, Workspace& workspace) noexcept;

}  // namespace answerbox::engine
