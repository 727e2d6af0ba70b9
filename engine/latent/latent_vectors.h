// Latent semantic indexing (Deerwester et al. 1990): projects term vectors to
// the directions in which the units vary most, so that units that say the same
// in other words come near each other. The directions are found by
// range_finder.h, with a fixed seed.
#pragma once

#include <cstddef>
#include <span>

#include "engine/numeric/arena.h"
#include "engine/selection/unit_vectors.h"

namespace answerbox::engine {

inline constexpr std::size_t kLatentDimensions = 24;

struct LatentVectors {
  std::size_t dimensions = 0;       // At most kLatentDimensions.
  std::span<const double> vectors;  // [units][dimensions], of length 1 or 0.
};

// Finds the directions of the first `fitted` units and projects all units to
// them, so that a question, which comes last, does not change them. Takes
// dimensions x (terms + units) doubles of the arena, and time proportional to
// dimensions times all terms of the units. Throws std::bad_alloc past the
// arena.
[[nodiscard]] LatentVectors MakeLatentVectors(const UnitVectors& units,
                                              std::size_t fitted, Arena& arena);

}  // namespace answerbox::engine
