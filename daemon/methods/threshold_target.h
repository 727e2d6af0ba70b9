// The threshold of a question or a collection as people state it: as a
// confidence, or as the precision or answer rate that it should give.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "daemon/error.h"
#include "engine/profile.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {

struct ThresholdTarget {
  enum class Kind : std::uint8_t {
    kTheta,
    kPrecision,   // This share of the given answers is right.
    kAnswerRate,  // This share of the questions is answered.
  };

  Kind kind = Kind::kTheta;
  double value = 0.0;  // In [0, 1]; 0 only for kTheta.
};

// The name of the parameter, such as "answer_rate".
[[nodiscard]] constexpr std::string_view ToString(
    ThresholdTarget::Kind kind) noexcept {
  using Kind = ThresholdTarget::Kind;
  switch (kind) {
    case Kind::kTheta:
      return "theta";
    case Kind::kPrecision:
      return "precision";
    case Kind::kAnswerRate:
      return "answer_rate";
  }
  return "";
}

// Reads the parameters `theta`, `precision` and `answer_rate`, of which a
// request may have one. Nothing when none is given, and after an error, which
// `params` keeps.
[[nodiscard]] std::optional<ThresholdTarget> ReadThreshold(Params& params);

// The theta for the target, from the measured operating points of the program's
// weights (docs/lab/model-format.md, "Operating points"). Allocates only errors.
// Errors: kInvalidParams when no threshold gives so much, and in profile paper
// for all targets but kTheta, because its confidence is no probability.
[[nodiscard]] Result<double> ThetaOf(const ThresholdTarget& target,
                                     engine::Profile profile);

}  // namespace answerbox::daemon
