// What is fixed for a collection when it is made, and its threshold.
#pragma once

#include "engine/profile.h"

namespace answerbox::daemon {

struct CollectionSettings {
  double theta = 0.0;  // In [0, 1].
  engine::Profile profile = engine::Profile::kDefault;
  engine::Chunking chunking{};
};

// False also for a theta that is not a number.
[[nodiscard]] constexpr bool IsValidTheta(double theta) noexcept {
  return theta >= 0.0 && theta <= 1.0;
}

}  // namespace answerbox::daemon
