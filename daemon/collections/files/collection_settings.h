// The settings of a collection. Profile and chunking are fixed when it is made;
// theta may change.
#pragma once

#include "engine/profile.h"

namespace answerbox::daemon {

struct CollectionSettings {
  double theta = 0.0;  // In [0, 1].
  engine::Profile profile = engine::Profile::kDefault;
  engine::Chunking chunking{};
};

// False for NaN too.
[[nodiscard]] constexpr bool IsValidTheta(double theta) noexcept {
  return theta >= 0.0 && theta <= 1.0;
}

}  // namespace answerbox::daemon
