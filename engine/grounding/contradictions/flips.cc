#include "engine/grounding/contradictions/flips.h"

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

bool IsVoid(const VoidDenials& denials, ByteRange words) {
  return denials.all || (denials.bound && *denials.bound >= words.begin &&
                         *denials.bound < words.end);
}

}  // namespace

void Flips::Add(const Flip& flip) noexcept {
  if (count_ < kMaxFlips) flips_[count_++] = flip;
}

void Flips::Take(const VoidDenials& ours, const VoidDenials& theirs,
                 std::span<Evidence> polarities) const noexcept {
  const auto flips = std::span(flips_).first(count_);
  for (const Flip& flip : flips) {
    const Finding& finding = flip.finding;
    const bool is_void = !flip.is_opposite &&
                         (flip.is_ours ? IsVoid(ours, finding.answer)
                                       : IsVoid(theirs, finding.context.range));
    const bool is_undone = std::ranges::any_of(
        flips, [&](const Flip& other) { return Undo(flip, other); });
    Evidence& evidence = polarities[flip.unit];
    if (is_void || is_undone) {
      evidence.support = std::max(evidence.support, finding.likeness);
    } else if (finding.likeness >= kLeastLikenessOfNegation &&
               finding.likeness > evidence.conflict.likeness) {
      evidence.conflict = finding;
    }
  }
}

}  // namespace answerbox::engine
