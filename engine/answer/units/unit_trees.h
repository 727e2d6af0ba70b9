// The trained trees that score units. Layout: docs/lab/model-format.md,
// "Units"; lab/training/README.md, "Units", says how they are made.
#pragma once

#include <cstddef>
#include <span>

#include "engine/answer/model/boosted_trees.h"
#include "engine/result.h"

namespace answerbox::engine {

struct UnitTrees {
  // The log-odds that a unit answers, given that some unit does.
  BoostedTrees choosing;
  // The log-odds that it answers; not yet calibrated.
  BoostedTrees judging;
};

// Checks everything. `bytes` outlive the result. All trees read a UnitRow.
// Errors: kTruncated, kCorrupt, kUnsupportedVersion.
[[nodiscard]] Result<UnitTrees> OpenUnitTrees(
    std::span<const std::byte> bytes) noexcept;

// The trees that are part of the program; read once, at the first call.
[[nodiscard]] const UnitTrees& ShippedUnitTrees() noexcept;

}  // namespace answerbox::engine
