#include "engine/answer/model/operating_points.h"

#include <algorithm>
#include <cassert>

#include "engine/index/format/little_endian.h"

namespace answerbox::engine {

OperatingPoint OperatingPoints::At(std::size_t point) const noexcept {
  assert(point < count_);
  const std::byte* const from = bytes_.data() + kPointBytes * point;
  return {LoadLittle16(from), LoadLittle16(from + 2), LoadLittle16(from + 4)};
}

Result<OperatingPoints> OperatingPoints::Open(
    std::span<const std::byte> bytes) noexcept {
  OperatingPoints points;
  points.bytes_ = bytes;
  points.count_ = bytes.size() / kPointBytes;
  for (std::size_t i = 0; i < points.count_; ++i) {
    const OperatingPoint point = points.At(i);
    const bool is_whole_at_most = std::max({point.threshold, point.answered,
                                            point.right}) <= kWholeBasisPoints;
    const bool follows =
        i == 0 || (points.At(i - 1).threshold < point.threshold &&
                   points.At(i - 1).answered >= point.answered);
    if (!is_whole_at_most || !follows) {
      return Error{ErrorCode::kCorrupt, "model.points", kPointBytes * i};
    }
  }
  return points;
}

// From the highest down: measured precision is not monotone, and a threshold
// must hold at every higher one too.
std::optional<BasisPoints> OperatingPoints::ThresholdForPrecision(
    BasisPoints precision) const noexcept {
  std::optional<BasisPoints> threshold;
  for (std::size_t i = count_; i != 0; --i) {
    const OperatingPoint point = At(i - 1);
    if (point.right < precision) break;
    threshold = point.threshold;
  }
  return threshold;
}

std::optional<BasisPoints> OperatingPoints::ThresholdForAnswerRate(
    BasisPoints rate) const noexcept {
  std::optional<BasisPoints> threshold;
  for (std::size_t i = 0; i < count_; ++i) {
    const OperatingPoint point = At(i);
    if (point.answered < rate) break;
    threshold = point.threshold;
  }
  return threshold;
}

}  // namespace answerbox::engine
