// The trained weights that choose short answers. Layout:
// docs/lab/model-format.md, "Short answers". One model is part of the program;
// evaluation and training can use another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/answer/model/boosted_trees.h"
#include "engine/result.h"

namespace answerbox::engine {

class SpanModel {
 public:
  // No weights: every candidate scores 0.
  SpanModel() = default;

  // Checks everything. `bytes` outlive the result.
  // Errors: kTruncated, kCorrupt, kUnsupportedVersion.
  [[nodiscard]] static Result<SpanModel> Open(
      std::span<const std::byte> bytes) noexcept;

  // Scores every candidate. It is fast, and leaves few candidates for judge().
  [[nodiscard]] const BoostedTrees& sieve() const noexcept { return sieve_; }
  // Its score is added to the sieve's score of the remaining candidates.
  [[nodiscard]] const BoostedTrees& judge() const noexcept { return judge_; }

 private:
  BoostedTrees sieve_;
  BoostedTrees judge_;
};

// The model that is part of the program; read once, at the first call.
[[nodiscard]] const SpanModel& ShippedSpanModel() noexcept;

}  // namespace answerbox::engine
