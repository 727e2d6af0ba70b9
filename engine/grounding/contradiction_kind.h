// Which kind of contradiction two quantities that differ are.
#pragma once

#include "engine/grounding/contradiction.h"
#include "engine/grounding/quantity.h"

namespace answerbox::engine {

//   relation  of the two, kUnitDiffers or kValueDiffers
[[nodiscard]] ContradictionKind KindOf(const Quantity& answer,
                                       const Quantity& context,
                                       QuantityRelation relation) noexcept;

}  // namespace answerbox::engine
