// The trained weights that short answers are chosen by. The bytes are
// docs/model-format.md, "Short answers". One model is part of the program;
// evaluation and training may bring another.
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

  // Scores every candidate: cheap, so that few are left for `judge`.
  [[nodiscard]] const BoostedTrees& sieve() const noexcept { return sieve_; }
  // What is added to the sieve's score of those that are left.
  [[nodiscard]] const BoostedTrees& judge() const noexcept { return judge_; }

 private:
  BoostedTrees sieve_;
  BoostedTrees judge_;
};

// The model that is part of the program; read once, at the first call.
[[nodiscard]] const SpanModel& ShippedSpanModel() noexcept;

}  // namespace answerbox::engine
