// Which kind of contradiction two quantities that differ are.
#pragma once

#include "engine/grounding/contradictions/contradiction.h"
#include "engine/grounding/quantities/quantity.h"

namespace answerbox::engine {

//   relation  of the two, kUnitDiffers or kValueDiffers
[[nodiscard]] ContradictionKind KindOf(const Quantity& answer,
                                       const Quantity& context,
                                       QuantityRelation relation) noexcept;

}  // namespace answerbox::engine
