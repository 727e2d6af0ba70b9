// The settings of a collection. Profile and chunking are fixed when it is made;
// theta, synonyms and guard may change.
#pragma once

#include <memory>

#include "engine/profile.h"

namespace answerbox::daemon {

struct StoredGuard;
struct StoredSynonyms;

struct CollectionSettings {
  double theta = 0.0;  // In [0, 1].
  engine::Profile profile = engine::Profile::kDefault;
  engine::Chunking chunking{};
  std::shared_ptr<const StoredSynonyms> synonyms = nullptr;  // Null: none.
  std::shared_ptr<const StoredGuard> guard = nullptr;        // Null: none.
};

// False for NaN too.
[[nodiscard]] constexpr bool IsValidTheta(double theta) noexcept {
  return theta >= 0.0 && theta <= 1.0;
}

}  // namespace answerbox::daemon
