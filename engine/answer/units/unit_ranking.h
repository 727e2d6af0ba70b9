// Chooses how much of the documents answers a question. Leaves get
// probabilities; boosted trees over features of a unit and its leaves give the
// probability that it answers if any does; its worth is this, less a price for
// each of its words. So the answer is as long as its words are worth it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/units/leaf_features.h"
#include "engine/answer/units/unit_features.h"
#include "engine/answer/units/unit_spans.h"

namespace answerbox::engine {

// Receives what the ranking saw, for training and error analysis.
class UnitObserver {
 public:
  // Called once, before the units. Rows of leaves that cannot answer are zero.
  virtual void OnLeaves(const CandidateEvidence& evidence, const Leaves& leaves,
                        std::span<const LeafRow> rows) = 0;
  virtual void OnUnit(const UnitSpan& unit, const UnitRow& row) = 0;

 protected:
  ~UnitObserver() = default;
};

// A unit that may answer, with the leaf that decided.
struct RankedUnit {
  UnitSpan span;
  std::uint32_t leaf = 0;  // The one with the greatest probability.
  std::int32_t worth = 0;  // Probability less price, in 1/65536.
  UnitRow row{};           // Its features, for FormConfidence().
};

struct UnitWish {
  std::optional<AnswerForm> form;  // Nothing: any.
  std::size_t words = 60;          // Question::words.
  std::size_t count = 1;           // How many units.
};

// The best units, best first, of which none shares a leaf with another. Empty
// if no leaf can answer. Throws std::bad_alloc past the arena.
//   leaf_rows  LeafRows(inputs), which inputs.relations do not change
//   observer   may be null
[[nodiscard]] std::span<const RankedUnit> RankUnits(
    const LeafInputs& inputs, std::span<const LeafRow> leaf_rows,
    const UnitWish& wish, UnitObserver* observer, Arena& arena);

}  // namespace answerbox::engine
