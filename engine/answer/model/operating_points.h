// Measured precision and answer rate per threshold, and the threshold for a
// target of either. The bytes are docs/lab/model-format.md, "Operating points";
// lab/training/README.md says which questions were measured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/result.h"

namespace answerbox::engine {

// A share or a probability in 1/10000: 0 to kWholeBasisPoints.
using BasisPoints = std::uint16_t;
inline constexpr BasisPoints kWholeBasisPoints = 10000;

struct OperatingPoint {
  BasisPoints threshold = 0;  // Refuse below this confidence.
  BasisPoints answered = 0;   // Share of all questions.
  BasisPoints right = 0;      // Share of the answers.
};

class OperatingPoints {
 public:
  // No points: no target can be met.
  OperatingPoints() = default;

  static constexpr std::size_t kPointBytes = 6;

  //   bytes  kPointBytes per point; they outlive the result
  // Errors: kCorrupt if a number exceeds kWholeBasisPoints, thresholds do not
  // ascend, or a higher threshold answers more.
  [[nodiscard]] static Result<OperatingPoints> Open(
      std::span<const std::byte> bytes) noexcept;

  // The lowest threshold such that, at it and at every higher one, at least
  // `precision` of the answers are right; nothing if there is none.
  [[nodiscard]] std::optional<BasisPoints> ThresholdForPrecision(
      BasisPoints precision) const noexcept;
  // The highest threshold that answers at least `rate` of the questions;
  // nothing if there is none.
  [[nodiscard]] std::optional<BasisPoints> ThresholdForAnswerRate(
      BasisPoints rate) const noexcept;

  // The highest target that can be met; 0 without points.
  [[nodiscard]] BasisPoints highest_precision() const noexcept {
    return count_ == 0 ? BasisPoints{0} : At(count_ - 1).right;
  }
  [[nodiscard]] BasisPoints highest_answer_rate() const noexcept {
    return count_ == 0 ? BasisPoints{0} : At(0).answered;
  }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  // Precondition: point < size().
  [[nodiscard]] OperatingPoint At(std::size_t point) const noexcept;

 private:
  std::span<const std::byte> bytes_;
  std::size_t count_ = 0;
};

}  // namespace answerbox::engine
