#include "engine/grounding/contradictions/contradiction_kind.h"

namespace answerbox::engine {
namespace {

bool IsDose(const Quantity& quantity) {
  return quantity.dimension == Dimension::kMass ||
         quantity.dimension == Dimension::kVolume ||
         quantity.dimension == Dimension::kActivity ||
         quantity.dimension == Dimension::kFrequency;
}

bool IsTime(const Quantity& quantity) {
  return quantity.dimension == Dimension::kTime ||
         quantity.dimension == Dimension::kClock ||
         quantity.dimension == Dimension::kDate ||
         quantity.dimension == Dimension::kWeekday;
}

}  // namespace

ContradictionKind KindOf(const Quantity& answer, const Quantity& context,
                         QuantityRelation relation) noexcept {
  if (IsTime(answer) && IsTime(context)) return ContradictionKind::kTime;
  if (relation == QuantityRelation::kUnitDiffers &&
      answer.dimension != Dimension::kFrequency) {
    return ContradictionKind::kUnit;
  }
  if (IsDose(answer) || IsDose(context)) return ContradictionKind::kDose;
  return ContradictionKind::kNumber;
}

}  // namespace answerbox::engine
