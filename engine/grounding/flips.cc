#include "engine/grounding/flips.h"

#include <algorithm>

namespace answerbox::engine {
namespace {

// A word may be denied for many reasons, so a negation needs more than a
// quantity.
constexpr Likeness kLeastLikenessOfNegation = 720;
// Two flips so near each other say the same in other words: "not above 25" and
// "below 25".
constexpr std::size_t kClauseUnits = 8;

bool Undo(const Flip& a, const Flip& b) {
  const std::size_t apart = std::max(a.unit, b.unit) - std::min(a.unit, b.unit);
  return a.is_opposite != b.is_opposite && apart <= kClauseUnits;
}

}  // namespace

void Flips::Add(const Flip& flip) noexcept {
  if (count_ < kMaxFlips) flips_[count_++] = flip;
}

void Flips::Take(bool is_undone,
                 std::span<Evidence> polarities) const noexcept {
  const auto flips = std::span(flips_).first(count_);
  for (const Flip& flip : flips) {
    const bool is_no_claim = (is_undone && !flip.is_opposite) ||
                             std::ranges::any_of(flips, [&](const Flip& other) {
                               return Undo(flip, other);
                             });
    Evidence& evidence = polarities[flip.unit];
    const Likeness likeness = flip.finding.likeness;
    if (is_no_claim) {
      evidence.support = std::max(evidence.support, likeness);
    } else if (likeness >= kLeastLikenessOfNegation &&
               likeness > evidence.conflict.likeness) {
      evidence.conflict = flip.finding;
    }
  }
}

}  // namespace answerbox::engine
