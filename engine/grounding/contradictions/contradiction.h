// Finds where an answer contradicts its context: another number, unit, dose,
// time or name, or the opposite. README.md says what it finds and what it
// cannot find.
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
#include <string_view>

#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/numeric/arena.h"
#include "engine/text/term_normalizer.h"

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

// The most restated quantities of an answer that are reported.
inline constexpr std::size_t kMaxRestated = 1024;

struct Comparison {
  std::span<const Contradiction> contradicted;  // In the order of the answer.
  // The answer's quantities that equal one of the context, even in another
  // notation: "0.5 g" for "500 mg". In the order of the answer.
  std::span<const ByteRange> restated;
};

struct ComparedSentences;

// Compares one answer with one context after the other. Keeps some 100 KiB in
// the arena.
class AnswerComparison {
 public:
  // Preconditions as of CheckedAnswer. All parameters outlive the object.
  // Throws std::bad_alloc past the arena.
  //   normalizer  of profile default
  AnswerComparison(std::string_view question, std::string_view answer,
                   TermNormalizer& normalizer, Arena& arena);

  // Contradictions past kMaxContradictions are left out. The result lives in
  // the arena. Time grows with the context's size, and with the product of the
  // answer's and kMaxSentenceUnits (sentence_units.h). Throws std::bad_alloc
  // past the arena.
  //   context  CheckedAnswer::context
  [[nodiscard]] Comparison With(std::span<const std::string_view> context);

 private:
  std::string_view answer_;
  TermNormalizer& normalizer_;
  Arena& arena_;
  ComparedSentences& compared_;
  ByteRange read_;  // The sentence that compared_.answer holds.
};

}  // namespace answerbox::engine
